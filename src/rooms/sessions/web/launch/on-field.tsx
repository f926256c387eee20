// Where a launch goes: here, to the best device, or to one of them, with how each fits and why another one does not.
import { useCallback, useId, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { listCandidates } from '#rooms/devices/api.ts'
import type { CandidateDevice } from '#rooms/devices/contract.ts'
import { useSeconds } from '../answer/use-seconds.ts'
import { choicesOf, harnessFor, type OnChoice } from './on-device.ts'
import './on-field.css'

/** As often as a heartbeat may change the order. */
const askAgainS = 5

/** The places for an agent type, asked anew while it is chosen; null while nobody knows, and in legacy mode. */
export function useOnChoices(agentType: string, isFabric: boolean): readonly OnChoice[] | null {
  const harness = harnessFor(agentType)
  const round = useSeconds(askAgainS, isFabric)
  const ask = useCallback(
    () => (isFabric && harness !== null ? call(listCandidates, { query: { harness } }) : nothingToAsk),
    [harness, isFabric],
  )
  const [query] = useQuery(ask, String(round))
  if (!isFabric || query.kind !== 'ready') return null
  return choicesOf(agentType, query.value.devices)
}

const nothingToAsk = Promise.resolve({ ok: true, value: { devices: [] as CandidateDevice[] } } as const)

type Props = {
  readonly choices: readonly OnChoice[]
  readonly chosen: string
  readonly problem: string | null
  readonly onChoose: (on: string) => void
}

export function OnField({ choices, chosen, problem, onChoose }: Props): ReactNode {
  const id = useId()
  return (
    <fieldset className="on-field" aria-describedby={problem === null ? undefined : `${id}-problem`}>
      <legend className="label">On</legend>
      <div className="on-choices">
        {choices.map(({ value, label, note, why }) => (
          <label
            key={value}
            className="on-choice"
            data-on={value === chosen || undefined}
            data-off={why !== null || undefined}
          >
            <input
              type="radio"
              name="on"
              checked={value === chosen}
              disabled={why !== null && value !== chosen}
              aria-label={label}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChoose(value)}
            />
            <b className="cut">{label}</b>
            <span id={`${id}-${value}`} className={why === null ? 'meta cut' : 'meta why-not'}>
              {why ?? note}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-problem`} reason={problem} />
    </fieldset>
  )
}
