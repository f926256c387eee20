// Why a session failed, in its panel: the words whole, and where they come from.
import type { ReactNode } from 'react'
import type { SessionCard } from '../../contract.ts'
import { missingParts, saysNotInstalled } from '../../core/end/missing-program.ts'
import { failureTold, lastWordsOf } from '../../core/list/why.ts'
import { MissingProgram } from '../card/failure-view.tsx'
import './failure-section.css'

/** Nothing for a session that did not fail, or whose reason stands beside its state. */
export function FailureSection({ session }: { readonly session: SessionCard }): ReactNode {
  const missing = missingParts(failureTold(session) ?? '')
  const words = session.state === 'failed' ? lastWordsOf(session) : null
  if (missing === null && words === null) return null
  return (
    <section className="failure-section" aria-label="Why">
      <h3>Why</h3>
      {missing === null ? (
        <>
          <p className="failure-words mono">
            <bdi>{words}</bdi>
          </p>
          <p className="meta">
            {saysNotInstalled(words ?? '') ? 'Nothing of it ran.' : 'The last line it wrote before it ended.'}
          </p>
        </>
      ) : (
        <MissingProgram session={session} command={missing.command} />
      )}
    </section>
  )
}
