// Search: one box over everything, results by kind; a result opens its panel beside them.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import type { SearchKind } from '../contract.ts'
import { createPageAsker } from './ask-service.ts'
import { BeforeSearch } from './before-search.tsx'
import { kindLooks } from './kinds.ts'
import { KindChoice } from './kind-choice.tsx'
import { Results } from './results.tsx'
import './search.css'

/** Enough to choose from by eye. */
const shown = 60

export function SearchPage(): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <div className="search-page">
      <h1 className="sr">Search</h1>
      {isSignedIn ? <SignedIn /> : <SignIn why="Search takes a login." />}
    </div>
  )
}

function SignedIn(): ReactNode {
  const q = useParameter('q')
  const kind = kindOf(useParameter('kind'))
  const [asker] = useState(() => createPageAsker(shown))
  const asked = useValue(asker.state)
  useEffect(() => asker.ask({ q, kind }), [asker, q, kind])
  const hasQuery = q.trim() !== ''
  return (
    <>
      <div className="search-head">
        <QuestionField q={q} />
        {hasQuery ? <KindChoice kind={kind} asked={asked} /> : null}
      </div>
      {hasQuery ? <Results asked={asked} q={q} kind={kind} onRetry={() => asker.ask({ q, kind })} /> : <BeforeSearch />}
    </>
  )
}

const kindOf = (text: string): SearchKind | null => kindLooks.find(({ kind }) => kind === text)?.kind ?? null

function QuestionField({ q }: { readonly q: string }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'search.focus',
        title: 'Write in the search field',
        group: 'Page',
        keys: '/',
        keysOnly: true,
        run: () => field.current?.select(),
      },
    ],
    [],
  )
  useCommands(commands)
  useEffect(() => field.current?.focus(), [])
  return (
    <SearchField
      className="search-field"
      label="Search everything"
      placeholder="Search tasks, sessions, transcripts, outputs, briefs, runs"
      limit={500}
      value={q}
      onType={(words) => setParameters({ q: words })}
      field={field}
      onKeyDown={toFirstHit}
    >
      <span className="wide">
        <Kbd keys="/" />
      </span>
    </SearchField>
  )
}

function toFirstHit(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  document.querySelector<HTMLElement>('.hit')?.focus()
}
