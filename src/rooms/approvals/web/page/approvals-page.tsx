// Approvals on a page of their own: who waits and what was answered beside one of them, whole. On a phone either of both.
import { useCallback, useEffect, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listApprovals } from '../../api.ts'
import type { Approval } from '../../contract.ts'
import { dotOf } from '../../core/dot-of.ts'
import { visible } from '../../core/visible.ts'
import { stateWords } from '../../core/words.ts'
import { approvals } from '../approval-store.ts'
import { hrefOfApproval } from '../approval-url.ts'
import { OneApproval } from './one-approval.tsx'
import './approvals-page.css'

export function ApprovalsPage(): ReactNode {
  const { id = null } = useParams<{ readonly id?: string }>()
  const isSignedIn = useSignedIn()
  if (!isSignedIn) {
    return (
      <div className="approvals-page">
        <h1 className="sr">Approvals</h1>
        <SignIn why="What agents ask, and the answer, take a login." />
      </div>
    )
  }
  return (
    <div className="approvals-page" data-one={id === null ? undefined : ''}>
      <h1 className="sr">Approvals</h1>
      <Queue openId={id} />
      {id === null ? <Chooses /> : <OneApproval key={id} id={id} />}
    </div>
  )
}

/** Counts the changes that the feed told: the list is read again. */
const changes = createValue(0)
const shownInAll = 50

function Queue({ openId }: { readonly openId: string | null }): ReactNode {
  const load = useCallback(() => call(listApprovals, { query: { limit: shownInAll } }), [])
  useEffect(() => approvals.onChanges(() => changes.set(changes.get() + 1)), [])
  const [query, reload] = useQuery(load, String(useValue(changes)))
  const all = query.kind === 'ready' ? query.value.approvals : []
  const waiting = all.filter(({ state }) => state === 'open').toReversed()
  const answered = all.filter(({ state }) => state !== 'open')
  return (
    <nav className="queue scroll" aria-label="Approvals">
      {query.kind === 'loading' ? <Skeleton lines={6} /> : null}
      {query.kind === 'refused' && !needsLogin(query.problem) ? (
        <ProblemView problem={query.problem} onRetry={reload} />
      ) : null}
      <Part title="Waiting" note="longest first" rows={waiting} openId={openId} />
      <Part title="Answered" note="newest first" rows={answered} openId={openId} />
      {query.kind === 'ready' && waiting.length === 0 ? (
        <Empty title="Nothing waits for an approval">
          <span>What an agent asks next stands here, on its card and in what needs you.</span>
          <CommandLine text="orrery approvals" name="the command" />
        </Empty>
      ) : null}
    </nav>
  )
}

type PartProps = {
  readonly title: string
  readonly note: string
  readonly rows: readonly Approval[]
  readonly openId: string | null
}

function Part({ title, note, rows, openId }: PartProps): ReactNode {
  if (rows.length === 0) return null
  return (
    <section>
      <h2>
        {title} <span className="meta">{note}</span>
      </h2>
      <ol>
        {rows.map((row) => (
          <Row key={row.id} row={row} isOpen={row.id === openId} />
        ))}
      </ol>
    </section>
  )
}

function Row({ row, isOpen }: { readonly row: Approval; readonly isOpen: boolean }): ReactNode {
  const { id, summary, session_label: label, state, asked_at: asked, decided_at: decided } = row
  return (
    <li>
      <Link className="queued" href={hrefOfApproval(id)} aria-current={isOpen ? 'page' : undefined}>
        <Dot state={dotOf[state]} isMute />
        <b className="mono cut">{visible(summary)}</b>
        <span className="meta">{formatMoment(decided ?? asked)}</span>
        <span className="meta cut">
          {visible(label)}
          {state === 'open' ? '' : `, ${visible(stateWords(row))}`}
        </span>
      </Link>
    </li>
  )
}

function Chooses(): ReactNode {
  return (
    <div className="chooses wide">
      <Empty title="Choose one to see all of it" />
    </div>
  )
}
