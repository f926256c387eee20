// All sessions of fabric mode, on every device: whoever costs attention first.
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { NotTold } from '#platform/web/live/not-told.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { listSessions } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { byNeed } from '../../core/list/by-need.ts'
import { harnessOf, narrow, type Narrowing } from '../../core/list/narrow.ts'
import { needsYou, textsOf } from '../../core/list/on-board.ts'
import { openLaunch } from '../launch/launch-state.ts'
import { historyPath } from '../past/history-url.ts'
import { placeNameOf, usePlaces } from '../places.ts'
import { sessions, sessionsLoaded } from '../session-store.ts'
import { AllFilters } from './all-filters.tsx'
import { isNarrowed, showAll, useNarrowing } from './all-url.ts'
import { SessionLines } from './session-lines.tsx'
import './all.css'

const askAnew = () => call(listSessions, { query: { limit: 1 } })

export function SessionsPage(): ReactNode {
  const isTold = useValue(sessionsLoaded)
  return (
    <div className="sessions-page">
      <div className="page-head">
        <h1>Sessions</h1>
        {isTold ? <Counts /> : null}
        <span className="push" />
        <Link className="btn quiet wide" href={historyPath}>
          Left the board
        </Link>
        <Button look="primary" className="wide" icon={Plus} label="Launch agent" onClick={() => openLaunch()} />
        <Button look="primary" className="narrow" icon={Plus} aria-label="Launch agent" onClick={() => openLaunch()} />
      </div>
      {isTold ? <Told /> : <NotTold ask={askAnew} why="From this address sessions take a login." />}
    </div>
  )
}

function Told(): ReactNode {
  const narrowing = useNarrowing()
  const harnesses = useList(everyHarness)
  const places = usePlaces()
  const choose = useCallback((all: readonly SessionCard[]) => idsOf(all, narrowing), [narrowing])
  const ids = useList(choose)
  if (ids.length === 0 && !isNarrowed(narrowing)) return <None />
  return (
    <>
      <AllFilters narrowing={narrowing} harnesses={harnesses} />
      <div className={places.length === 0 ? 'all-lines placeless' : 'all-lines'}>
        {ids.length === 0 ? <NoneFits /> : <Lines ids={ids} />}
      </div>
    </>
  )
}

function Lines({ ids }: { readonly ids: readonly string[] }): ReactNode {
  return (
    <>
      <div className="lines-head" aria-hidden>
        <span />
        <span>Session</span>
        <span>State, since</span>
        <span>Device</span>
        <span>Harness</span>
      </div>
      <SessionLines ids={ids} />
    </>
  )
}

function idsOf(all: readonly SessionCard[], narrowing: Narrowing): string[] {
  return byNeed(narrow(all, narrowing, (session) => [...textsOf(session), placeNameOf(session)])).map(({ id }) => id)
}

const everyHarness = (all: readonly SessionCard[]): string[] => [...new Set(all.map(harnessOf))].toSorted()

/** Lines out of all sessions; renders again when they are others. `choose` must be stable. */
function useList(choose: (all: readonly SessionCard[]) => readonly string[]): readonly string[] {
  const store = useMemo(() => readingOf(choose), [choose])
  const text = useSyncExternalStore(store.subscribe, store.read)
  return useMemo(() => text.split('\n').filter(Boolean), [text])
}

/** Reads the lines once after each change, however often they are asked for. */
function readingOf(choose: (all: readonly SessionCard[]) => readonly string[]) {
  let text: string | null = null
  const forget = (): void => {
    text = null
  }
  return {
    read: () => (text ??= choose(sessions.all()).join('\n')),
    subscribe(listener: () => void) {
      // What changed before anybody listened was not heard.
      forget()
      return sessions.onChanges(() => {
        forget()
        listener()
      })
    },
  }
}

const inNumbers = (all: readonly SessionCard[]): string[] => [
  String(all.length),
  String(all.filter(({ ended_at: endedAt }) => endedAt === null).length),
  String(all.filter(needsYou).length),
]

function Counts(): ReactNode {
  const [all = 0, live = 0, needing = 0] = useList(inNumbers).map(Number)
  if (all === 0) return null
  return (
    <span className="meta">
      {formatCount(all)}
      <span className="wide">
        , {formatCount(live)} live{needing === 0 ? '' : `, ${formatCount(needing)} need${needing === 1 ? 's' : ''} you`}
      </span>
    </span>
  )
}

function None(): ReactNode {
  return (
    <Empty title="No session yet">
      <span>What runs on this machine and on every paired device is listed here, whoever needs you first.</span>
      <Button icon={Plus} label="Launch agent" onClick={() => openLaunch()} />
      <span className="meta">Or in a terminal, on the device that fits best:</span>
      <CommandLine
        text='orrery launch code-agent --on auto "Say in five lines what this folder is for."'
        name="command"
      />
      <Link className="btn quiet" href="/devices">
        Pair another device
      </Link>
    </Empty>
  )
}

function NoneFits(): ReactNode {
  return (
    <Empty title="No session fits these filters">
      <Button label="Show all" onClick={showAll} />
      <Link className="btn quiet" href={historyPath}>
        Look among those that left the board
      </Link>
    </Empty>
  )
}
