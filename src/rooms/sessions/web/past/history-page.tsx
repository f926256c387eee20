// Sessions that left the board: the last that left first, narrowed by state, agent, task and time.
import { Link } from 'wouter'
import { useCallback, useEffect, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useKeptPlace } from '#platform/web/shell/kept-place.ts'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { EntityChange } from '#platform/web/store/entity-store.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { OlderRows, usePagedRows } from '#platform/web/ui/older-rows.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listPast } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import type { PageOfPast, PastCard } from '../../contract/past.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { titleOf } from '../../core/list/title.ts'
import { whyOf } from '../../core/list/why.ts'
import { SessionLink } from '../card/session-link.tsx'
import { useSessionPorts } from '../ports.ts'
import { sessions } from '../session-store.ts'
import { HistoryFilters } from './history-filters.tsx'
import { pastChanged } from './past-changed.ts'
import { filterNames, useHistoryQuery, type HistoryQuery } from './history-url.ts'
import './history.css'

export function HistoryPage(): ReactNode {
  const isSignedIn = useSignedIn()
  const query = useHistoryQuery()
  return (
    <div className="history-page">
      <header className="head">
        <h1>Sessions that left the board</h1>
      </header>
      {isSignedIn ? (
        <>
          <HistoryFilters query={query} />
          <Listed query={query} />
        </>
      ) : (
        <SignIn why="History takes a login, as output does." />
      )}
    </div>
  )
}

function Listed({ query }: { readonly query: HistoryQuery }): ReactNode {
  const load = useCallback(() => call(listPast, { query }), [query])
  const [state, reload] = useQuery(load, String(useValue(pastChanged)))
  // Who leaves the board meanwhile comes onto the list.
  useEffect(() => sessions.onChanges(noteLeaving), [])
  if (state.kind === 'loading') return <Skeleton lines={8} />
  if (state.kind === 'refused') return <Refused problem={state.problem} onRetry={reload} />
  if (state.value.sessions.length === 0) return <Nothing isFiltered={Object.keys(query).length > 0} />
  return <Rows key={JSON.stringify(query)} first={state.value} query={query} />
}

function noteLeaving(changes: readonly EntityChange<SessionCard>[]): void {
  if (changes.some(({ after }) => after === null)) pastChanged.set(pastChanged.get() + 1)
}

function Refused({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }): ReactNode {
  if (needsLogin(problem)) return <SignIn why="History takes a login, as output does." />
  return <ProblemView problem={problem} onRetry={onRetry} />
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (!isFiltered) {
    return (
      <Empty title="No session has left the board">
        <p>What you dismiss, and what ended a day ago, is kept here with its prompt, output and events.</p>
        <Link className="btn" href="/board">
          Go to the board
        </Link>
      </Empty>
    )
  }
  return (
    <Empty title="No session that left fits these filters">
      <Button label="Show all" onClick={showAll} />
    </Empty>
  )
}

const showAll = (): void => setParameters(Object.fromEntries(filterNames.map((name) => [name, ''])))

type RowsProps = { readonly first: PageOfPast; readonly query: HistoryQuery }

function Rows({ first, query }: RowsProps): ReactNode {
  const list = usePagedRows<PastCard>(
    { rows: first.sessions, next: first.next_cursor },
    {
      idOf: ({ session }) => session.id,
      async load(cursor) {
        const answer = await call(listPast, { query: { ...query, cursor } })
        return answer.ok ? { ok: true, value: { rows: answer.value.sessions, next: answer.value.next_cursor } } : answer
      },
    },
  )
  const place = useKeptPlace(true)
  return (
    <div className="scroll" ref={place}>
      <ol className="past-list">
        {list.rows.map((past) => (
          <PastRow key={past.session.id} past={past} />
        ))}
      </ol>
      <OlderRows label="Show older" list={list} />
    </div>
  )
}

function PastRow({ past: { session, left_at: at, left_as: as } }: { readonly past: PastCard }): ReactNode {
  const { taskOf } = useSessionPorts()
  const why = whyOf(session, (task) => taskOf(task)?.title ?? task)
  return (
    <li className="past-row">
      <Dot state={shownStateOf(session)} />
      <b className="cut">
        <SessionLink id={session.id}>{titleOf(session)}</SessionLink>
      </b>
      <span className="meta">
        {as} <RelativeTime since={at} />
      </span>
      <span className="meta cut about">
        {[
          session.agent_type,
          why,
          session.task_id === null ? null : (taskOf(session.task_id)?.title ?? session.task_id),
        ]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
    </li>
  )
}
