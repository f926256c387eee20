// What was sent where, the newest first, with what came of it and another try where that failed.
import { useCallback, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { report } from '#platform/web/ui/report.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listDeliveries, retryDelivery } from '../../api.ts'
import type { Delivery } from '../../contract.ts'
import { canRetry, stateWords, whatWords } from '../../core/delivery-words.ts'
import { dotOfState } from './dot-of-state.ts'

/** All of them are seen on the command line. */
const shownRows = 30

type Props = {
  /** Another one: something was sent. */
  readonly version: string
  readonly onChanged: () => void
}

export function Delivered({ version, onChanged }: Props): ReactNode {
  const [isFailedOnly, setFailedOnly] = useState(false)
  const load = useCallback(
    () => call(listDeliveries, { query: { limit: shownRows, ...(isFailedOnly ? { state: 'failed' as const } : {}) } }),
    [isFailedOnly],
  )
  const [query, reload] = useQuery(load, version)
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <section>
      <div className="row notify-head">
        <h2>Delivered</h2>
        <span className="choice" role="group" aria-label="Which deliveries">
          <button type="button" aria-pressed={!isFailedOnly} onClick={() => setFailedOnly(false)}>
            All
          </button>
          <button type="button" aria-pressed={isFailedOnly} onClick={() => setFailedOnly(true)}>
            Failed
          </button>
        </span>
      </div>
      {query.kind === 'loading' ? <Skeleton lines={3} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind !== 'ready' ? null : query.value.deliveries.length === 0 ? (
        <p className="meta">{isFailedOnly ? 'None failed.' : 'Nothing was sent yet: test a channel above.'}</p>
      ) : (
        <ul className="notify-log">
          {query.value.deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} onChanged={changed} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ delivery, onChanged }: { readonly delivery: Delivery; readonly onChanged: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const { id, state, to, at, says, hint, tries } = delivery
  const what = whatWords(delivery)
  const retry = async () => {
    setBusy(true)
    const answer = await call(retryDelivery, { params: { id } })
    setBusy(false)
    if (!answer.ok) report('Not sent', answer.error)
    onChanged()
  }
  return (
    <li>
      <Dot state={dotOfState[state]} isMute />
      <span className="notify-what">
        <span>{what}</span>
        <span className="meta">
          {to}: {stateWords[state]}
          {tries > 1 ? ` after ${tries} tries` : ''}. {state === 'delivered' ? null : says}{' '}
          {state === 'delivered' ? null : hint}
        </span>
      </span>
      <RelativeTime className="meta" since={at} />
      {canRetry(delivery) ? (
        <Button
          isSmall
          label="Send again"
          aria-label={`Send again: ${what}, to ${to}`}
          disabled={isBusy}
          onClick={() => void retry()}
        />
      ) : null}
    </li>
  )
}
