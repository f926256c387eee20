// The one question before a stop: how many and which sessions, and what is lost and kept.
import { Square } from 'lucide-react'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { hasPlace, Pop } from '#platform/web/ui/pop.tsx'
import type { SessionCard } from '../../contract.ts'
import { quickActionsOf } from '../actions/quick-actions.ts'
import { sessions } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import type { StopQuestion } from './stop-question.ts'
import { useWhy } from './use-why.ts'
import '#platform/web/ui/facts.css'
import './confirm-stop.css'

export function ConfirmStop({ question: { ids, anchor, answer } }: { readonly question: StopQuestion }): ReactNode {
  const meant = useStoppable(ids)
  // Decided once: a question that changes its form would leave from under the pointer.
  const isAtCard = useMemo(() => anchor !== document.body && hasPlace(anchor), [anchor])
  const [first, ...others] = meant
  const close = () => answer([])
  const buttons = <Buttons count={meant.length} onStop={() => answer(meant)} onKeep={close} />
  if (ids.length > 1) {
    return (
      <Dialog title={`Stop ${formatCount(meant.length)} sessions?`} className="stop-many" onClose={close}>
        <div className="dialog-body stop-ask">
          <Several cards={meant} />
          {buttons}
        </div>
      </Dialog>
    )
  }
  if (first === undefined || others.length > 0) return <Over onClose={close} />
  const one = (
    <>
      <One session={first} />
      {buttons}
    </>
  )
  const title = `Stop “${titleOf(first)}”?`
  // The palette has no place of its own, and a card may be on another page.
  if (!isAtCard) {
    return (
      <Dialog title={title} className="stop-many" onClose={close}>
        <div className="dialog-body stop-ask">{one}</div>
      </Dialog>
    )
  }
  return (
    <Pop name={`Stop: ${titleOf(first)}`} anchor={anchor} className="stop-pop stop-ask" onClose={close}>
      <h3>{title}</h3>
      {one}
    </Pop>
  )
}

/** Those of them that can still be stopped. */
function useStoppable(ids: readonly string[]): readonly SessionCard[] {
  const read = () => ids.flatMap((id) => sessions.get(id) ?? []).filter((card) => quickActionsOf(card).includes('stop'))
  useSyncExternalStore(sessions.onChanges, () =>
    read()
      .map(({ id, last_activity: at }) => id + at)
      .join(),
  )
  return read()
}

/** It ended while it was asked about. */
function Over({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="There is nothing to stop" className="stop-many" onClose={onClose}>
      <div className="dialog-body stop-ask">
        <p className="meta">It has ended by itself meanwhile. Its card says how.</p>
      </div>
    </Dialog>
  )
}

function One({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = useWhy(session)
  const isWorking = session.state === 'running'
  return (
    <>
      <p className="meta">
        {isWorking ? 'It works' : 'It waits for you'}
        {detail === null ? null : `: ${detail}`}, <RelativeTime since={session.last_activity} />.
      </p>
      <Costs
        lost={isWorking ? 'what it is doing right now' : 'its wait for your answer'}
        kept="the files it wrote, its output and its events"
      />
    </>
  )
}

/** So many are named; the rest is a number. */
const fewNamed = 5

function Several({ cards }: { readonly cards: readonly SessionCard[] }): ReactNode {
  const more = cards.length - fewNamed
  const works = cards.filter(({ state }) => state === 'running').length
  const lost = [
    works === 0 ? null : 'what they are doing right now',
    works === cards.length ? null : 'the waits for your answer',
  ]
  return (
    <>
      <ul className="stop-names">
        {cards.slice(0, fewNamed).map((card) => (
          <Named key={card.id} session={card} />
        ))}
        {more > 0 ? <li className="meta">and {formatCount(more)} more</li> : null}
      </ul>
      <Costs
        lost={lost.filter((part) => part !== null).join(', ')}
        kept="the files they wrote, their output and their events"
      />
    </>
  )
}

function Named({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = useWhy(session)
  return (
    <li>
      <Dot state={session.state} />
      <span className="cut">{titleOf(session)}</span>
      <span className="meta cut">{detail}</span>
    </li>
  )
}

function Costs({ lost, kept }: { readonly lost: string; readonly kept: string }): ReactNode {
  return (
    <dl className="facts">
      <dt>Lost</dt>
      <dd>{lost}</dd>
      <dt>Kept</dt>
      <dd>{kept}</dd>
    </dl>
  )
}

type ButtonsProps = { readonly count: number; readonly onStop: () => void; readonly onKeep: () => void }

function Buttons({ count, onStop, onKeep }: ButtonsProps): ReactNode {
  const label = count === 1 ? 'Stop' : `Stop ${formatCount(count)}`
  return (
    <div className="row">
      <Button look="danger" isSmall icon={Square} isFilled label={label} onClick={onStop} />
      <Button
        look="quiet"
        isSmall
        label={count === 1 ? 'Keep it running' : 'Keep them running'}
        keys="Esc"
        onClick={onKeep}
      />
      <span className="meta push wide">sends Ctrl+C</span>
    </div>
  )
}
