// What is recorded of a session, as terms and values.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import type { SessionOrigin, SessionCard } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import type { Place } from '../../core/list/place.ts'
import { usePlace } from '../places.ts'
import { useSummary } from '../output/last-lines.ts'
import { LastSign } from '../output/last-line-view.tsx'
import { useSessionPorts } from '../ports.ts'

export function SessionFacts({ session }: { readonly session: SessionCard }): ReactNode {
  const place = usePlace(session)
  // What is asked to stop has ended for the record, and still goes on: to say both would mislead.
  const isStopping = session.stopping !== null
  return (
    <section>
      <h3>Facts</h3>
      <dl className="facts">
        <Fact term="Did">{useSummary(session.id)}</Fact>
        <Fact term="tmux session">{hasTerminal(session) ? <TerminalName session={session} /> : null}</Fact>
        <Fact term={session.node === undefined ? 'Device' : 'Runs on'}>
          {place === null ? null : <PlaceFact place={place} />}
        </Fact>
        <Fact term="Harness">{session.harness}</Fact>
        <Fact term="Directory">
          {session.working_dir === null ? null : <span className="mono">{session.working_dir}</span>}
        </Fact>
        <Fact term="Task">{session.task_id === null ? null : <TaskName id={session.task_id} />}</Fact>
        <Fact term="Starts after">{session.depends_on.length === 0 ? null : <Before session={session} />}</Fact>
        <Fact term="Began">
          {session.interactive ? `${originWords[session.origin]}, interactive` : originWords[session.origin]}
        </Fact>
        <Fact term="Created">
          <RelativeTime since={session.created_at} />
        </Fact>
        <Fact term="Started">{session.started_at === null ? null : <RelativeTime since={session.started_at} />}</Fact>
        <Fact term="Last activity">
          <LastSign session={session} />
        </Fact>
        <Fact term="Ended">
          {session.ended_at === null || isStopping ? null : <RelativeTime since={session.ended_at} />}
        </Fact>
        <Fact term="Exit">{isStopping ? null : exitWords(session)}</Fact>
      </dl>
    </section>
  )
}

/** A term without a value is left out. */
function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactNode {
  if (children === null || children === undefined) return null
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** On a device a session may have none, or not have told of one yet. */
function hasTerminal(session: SessionCard): boolean {
  return livesHere(session) || session.tmux_alive !== null
}

function TerminalName({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <span className="row">
      <span className="mono">{session.tmux_session}</span>
      <CopyButton text={session.tmux_session} name="tmux session name" />
      <span className="meta">{aliveWords(session.tmux_alive)}</span>
    </span>
  )
}

/** A revoked one stands at the end of their page. */
function PlaceFact({ place: { label, standing } }: { readonly place: Place }): ReactNode {
  const query = standing === 'revoked' ? '' : `?${new URLSearchParams({ q: label }).toString()}`
  return (
    <>
      <Link href={`/devices${query}`}>{label}</Link> <span className="meta">{standing}</span>
    </>
  )
}

/** By its title, if the board knows the task. */
function TaskName({ id }: { readonly id: string }): ReactNode {
  const { taskOf, TaskLink } = useSessionPorts()
  const task = taskOf(id)
  return task === null ? id : <TaskLink id={id}>{task.title}</TaskLink>
}

function Before({ session: { depends_on: all, blocked_by: open } }: { readonly session: SessionCard }): ReactNode {
  return (
    <ul>
      {all.map((task) => (
        <li key={task}>
          <TaskName id={task} />
          {open.includes(task) ? null : <span className="meta"> done</span>}
        </li>
      ))}
    </ul>
  )
}

const originWords: Readonly<Record<SessionOrigin, string>> = {
  launched: 'launched by Orrery',
  registered: 'registered through the API',
  discovered: 'found in tmux',
  fabric: 'started on a device',
  hook: 'with its first hook event',
}

function aliveWords(isAlive: boolean | null): string {
  if (isAlive === null) return 'not looked for yet'
  return isAlive ? 'alive' : 'gone'
}

function exitWords({ exit_code: code, end_reason: reason }: SessionCard): string | null {
  const parts = [code === null ? null : String(code), reason].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}
