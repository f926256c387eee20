// The end of what a session's agent wrote to its terminal, as plain text.
import { useCallback, type ReactNode } from 'react'
import { terminalText } from '#base/terminal-text.ts'
import { callText } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { readLog } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { useCalm } from '../use-calm.ts'

/** Only what we launched is recorded; reading it takes a login. */
export function OutputView({ session }: { readonly session: SessionCard }): ReactNode {
  const isSignedIn = useSignedIn()
  if (session.origin !== 'launched' || session.started_at === null) return null
  if (isSignedIn) return <Output session={session} />
  return (
    <section>
      <h3>Output</h3>
      <Button isSmall label="Sign in to read it" onClick={() => askForLogin('Output not shown')} />
    </section>
  )
}

/** A screenful with its escape sequences. */
const tailBytes = 16_384
const shownLines = 24

function Output({ session }: { readonly session: SessionCard }): ReactNode {
  const { id } = session
  const load = useCallback(() => callText(readLog, { params: { id }, query: { tail: tailBytes } }), [id])
  const [query] = useQuery(load, useCalm(session.last_activity))
  const text = query.kind === 'ready' ? lastLines(terminalText(query.value, { keepColour: false })) : ''
  if (text === '') return null
  return (
    <section>
      <h3>
        Output <span className="meta">the last lines</span>
        <span className="push" />
        <CopyButton text={text} name="output" />
      </h3>
      <pre className="output" role="region" tabIndex={0} aria-label="Output">
        {text}
      </pre>
    </section>
  )
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-shownLines).join('\n')
}
