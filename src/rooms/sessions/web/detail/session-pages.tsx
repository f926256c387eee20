// Pages about one session, beside its panel: where what it said can be read whole.
import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { SessionCard } from '../../contract.ts'
import { saysNotInstalled } from '../../core/end/missing-program.ts'
import { failureTold } from '../../core/list/why.ts'

/** Programs that keep a transcript which is understood. */
const transcribed: readonly string[] = ['code-agent', 'codex', 'gemini']

export function SessionPages({ session }: { readonly session: SessionCard }): ReactNode {
  if (!transcribed.includes(session.harness ?? session.agent_type)) return null
  // What never ran wrote nothing.
  if (saysNotInstalled(failureTold(session) ?? '')) return null
  return (
    <nav className="session-pages" aria-label="Pages of this session">
      <Link className="btn quiet small" href={`/sessions/${encodeURIComponent(session.id)}/transcript`}>
        <MessagesSquare className="i" aria-hidden />
        Transcript
      </Link>
    </nav>
  )
}
