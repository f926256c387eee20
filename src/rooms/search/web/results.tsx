// Results by kind, or why there are none.
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { needsLogin } from '#platform/web/api/problem.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { wordsToFind } from '#base/search-words.ts'
import { useKeptPlace } from '#platform/web/shell/kept-place.ts'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { SearchAnswer, SearchKind, SearchResult } from '../contract.ts'
import type { SearchState } from './late-asker.ts'
import { countWords } from './counts.ts'
import { HitRow } from './hit-row.tsx'
import { kindLooks, type KindLook } from './kinds.ts'

type Props = {
  readonly asked: SearchState
  readonly q: string
  readonly kind: SearchKind | null
  readonly onRetry: () => void
}

export function Results({ asked, q, kind, onRetry }: Props): ReactNode {
  const { answer, problem } = asked
  const place = useKeptPlace(true)
  if (problem !== null && needsLogin(problem)) return <SignIn why="Search takes a login." />
  if (problem !== null) return <ProblemView problem={problem} onRetry={onRetry} />
  if (answer === null) return <Skeleton lines={6} />
  if (answer.results.length === 0) return asked.isAsking ? <Skeleton lines={6} /> : <Nothing {...{ answer, q, kind }} />
  const groups = kindLooks.map((look) => ({ look, results: answer.results.filter((each) => each.kind === look.kind) }))
  return (
    <div className="scroll hits" ref={place} onKeyDown={moveByArrows}>
      {answer.is_complete ? null : <Filling />}
      {groups.map(({ look, results }) =>
        results.length === 0 ? null : (
          <Group
            key={look.kind}
            look={look}
            results={results}
            count={answer.found[look.kind]}
            isAlone={kind !== null}
          />
        ),
      )}
      <InActivity q={q} />
    </div>
  )
}

/** What happened has no index of its own: its page looks for the same words. */
function InActivity({ q }: { readonly q: string }): ReactNode {
  return (
    <Link className="in-activity" href={hrefInActivity(q)}>
      {`Look for “${q.trim()}” in what happened`}
    </Link>
  )
}

/** With the words, which that page marks. */
function hrefInActivity(q: string): string {
  return `/activity?${new URLSearchParams({ text: q.trim(), [wordsParameter]: wordsToFind(q).join(' ') }).toString()}`
}

type GroupProps = {
  readonly look: KindLook
  readonly results: readonly SearchResult[]
  readonly count: number
  readonly isAlone: boolean
}

function Group({ look: { kind, label, icon }, results, count, isAlone }: GroupProps): ReactNode {
  return (
    <section>
      <h2>
        {label} <span className="meta">{countWords(count)}</span>
        {isAlone || count <= results.length ? null : (
          <Button
            look="quiet"
            isSmall
            className="push"
            label={`Show all ${countWords(count)}`}
            onClick={() => setParameters({ kind })}
          />
        )}
      </h2>
      <ol>
        {results.map((result) => (
          <li key={result.id}>
            <HitRow result={result} icon={icon} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type NothingProps = { readonly answer: SearchAnswer; readonly q: string; readonly kind: SearchKind | null }

function Nothing({ answer, q, kind }: NothingProps): ReactNode {
  return (
    <Empty title={`Nothing has all the words of “${q.trim()}”`}>
      <span>
        {answer.is_complete
          ? 'Each word finds what begins with it. Leave one out, or write less of one.'
          : 'The index is being filled: there may be more in a minute.'}
      </span>
      <InActivity q={q} />
      {kind === null ? null : <Button label="Search all kinds" onClick={() => setParameters({ kind: '' })} />}
    </Empty>
  )
}

function Filling(): ReactNode {
  return <p className="meta filling">The index is being filled: there may be more in a minute.</p>
}

/** From result to result, and up from the first one into the field. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('.hit')]
  const at = hits.findIndex((hit) => hit === document.activeElement)
  if (step === 0 || at === -1) return
  event.preventDefault()
  const next = hits[at + step] ?? (step === -1 ? document.querySelector<HTMLElement>('.search-field input') : null)
  next?.focus()
}
