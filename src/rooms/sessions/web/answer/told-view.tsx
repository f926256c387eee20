// What was said to a session: when, by whom and from where, newest first.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { describeBrowser } from '#base/describe-browser.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { listAnswers } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import type { AgentAnswer } from '../../contract/answer.ts'
import { useCalm } from '../use-calm.ts'

/** The history of a session has all of its moves; this is what a person looks for. */
const shownAnswers = 10

export function ToldView({ session }: { readonly session: SessionCard }): ReactNode {
  return useSignedIn() ? <Told session={session} /> : null
}

function Told({ session: { id, last_activity: lastActivity } }: { readonly session: SessionCard }): ReactNode {
  const load = useCallback(() => call(listAnswers, { params: { id }, query: { limit: shownAnswers } }), [id])
  const [query] = useQuery(load, useCalm(lastActivity))
  const answers = query.kind === 'ready' ? query.value.answers : []
  if (answers.length === 0) return null
  return (
    <section className="told-list">
      <h3>What it was told</h3>
      <ol>
        {answers.map((answer) => (
          <li key={answer.id}>
            <span className="meta">
              {whoSaid(answer)}, <RelativeTime since={answer.at} />
              {whatOfIt[answer.state]}
              {answer.submit ? '' : ', without Enter'}
            </span>
            <p>{answer.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const whatOfIt: Readonly<Record<AgentAnswer['state'], string>> = {
  typing: ', being typed',
  typed: '',
  failed: ', not typed',
  unknown: ', may stand in its prompt: the service ended while it was typed',
}

function whoSaid({ actor, by, browser }: AgentAnswer): string {
  if (actor === 'agent') return `The agent ${by ?? ''}`
  return browser === null ? 'By the command line' : `From ${describeBrowser(browser)}`
}
