// The middle of the cockpit: how things stand in a sentence, and the assistant, which is dim while no model would answer.
import { Plus } from 'lucide-react'
import { Fragment, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useCockpitPorts } from './ports.ts'
import { useSaid } from './use-said.ts'
import type { SkyFacts } from './use-sky.ts'

export function Bubble({ facts }: { readonly facts: SkyFacts }): ReactNode {
  const { openPairing } = useCockpitPorts()
  const said = useSaid(facts)
  return (
    <div className="bubble">
      <AskButton />
      <p>
        {said.split(' ').map((word, index) => (
          // A name is not broken at its hyphen.
          <Fragment key={index}>
            <span className="whole">{word}</span>{' '}
          </Fragment>
        ))}
      </p>
      {facts.devices.every(({ isNode }) => isNode) ? (
        <Button icon={Plus} label="Pair a device" onClick={openPairing} />
      ) : null}
    </div>
  )
}

function AskButton(): ReactNode {
  const { openAssistant, isAnswering } = useCockpitPorts()
  const why = useWhySilent()
  const answers = useValue(isAnswering)
  return (
    <button
      type="button"
      className="ask"
      data-dim={why === '' ? undefined : ''}
      data-answers={answers ? '' : undefined}
      title={why === '' ? 'Ask the assistant' : `The assistant is silent. ${why}`}
      onClick={openAssistant}
    >
      Ask<span className="sr"> the assistant{why === '' ? '' : `, which is silent: ${why}`}</span>
    </button>
  )
}

/** Empty while it is awake. */
function useWhySilent(): string {
  const { devices, wakefulnessOf } = useCockpitPorts()
  const read = useMemo(
    () => () => {
      const { isAwake, why = '' } = wakefulnessOf(devices.all())
      return isAwake ? '' : why
    },
    [devices, wakefulnessOf],
  )
  return useSyncExternalStore(devices.onChanges, read)
}
