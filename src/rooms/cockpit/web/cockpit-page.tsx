// The cockpit: every machine as a planet, every session as a ship, what needs a person and what is next beside them.
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { NotTold } from '#platform/web/live/not-told.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { listDevices } from '#rooms/devices/api.ts'
import { Legend } from './legend.tsx'
import { useCockpitPorts } from './ports.ts'
import { Sculpture } from './sculpture.tsx'
import { Stack } from './stack.tsx'
import { useSky } from './use-sky.ts'
import './cockpit.css'

const askAnew = () => call(listDevices)

export function CockpitPage(): ReactNode {
  const { devicesTold, pollDevices, pollNodes, NeedsBlock, NowBlock, ActivityLow } = useCockpitPorts()
  const isTold = useValue(devicesTold)
  useEffect(() => pollDevices(), [pollDevices])
  useEffect(() => pollNodes(), [pollNodes])
  return (
    <div className="cockpit">
      <h1 className="sr">Cockpit</h1>
      <div className="rail scroll" role="region" aria-label="What matters now" tabIndex={0}>
        <NeedsBlock rows={5} />
        <NowBlock rows={3} />
        <p className="meta nothing">Nobody needs you, and nothing is in NOW.</p>
      </div>
      <div className="sky">
        {isTold ? <Sky /> : <NotTold ask={askAnew} why="From this address devices take a login." />}
      </div>
      <ActivityLow />
    </div>
  )
}

type View = 'sculpture' | 'table'
const viewName = 'cockpit-view'

function Sky(): ReactNode {
  const facts = useSky()
  const isNarrow = useNarrow()
  const [view, setView] = useState<View>(localStorage.getItem(viewName) === 'table' ? 'table' : 'sculpture')
  const choose = (next: View): void => {
    localStorage.setItem(viewName, next)
    setView(next)
  }
  if (isNarrow) return <Stack facts={facts} />
  return (
    <>
      <div className="choice" role="group" aria-label="View">
        {(['sculpture', 'table'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => choose(each)}>
            {each === 'sculpture' ? 'Sculpture' : 'Table'}
          </button>
        ))}
      </div>
      {view === 'table' ? (
        <Stack facts={facts} />
      ) : (
        <>
          <Sculpture facts={facts} onList={() => choose('table')} />
          <Legend />
        </>
      )}
    </>
  )
}
