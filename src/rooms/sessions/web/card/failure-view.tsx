// Why a session failed, where a line has no room for it, and the command that helps where a program is missing.
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { SessionCard } from '../../contract.ts'
import { missingParts } from '../../core/end/missing-program.ts'
import { exitOf, failureTold, lastWordsOf } from '../../core/list/why.ts'
import './failure-view.css'

/** Nothing for a session that did not fail, or whose reason stands beside its state. */
export function FailureView({ session }: { readonly session: SessionCard }): ReactNode {
  const missing = missingParts(failureTold(session) ?? '')
  if (missing !== null) {
    const exit = exitOf(session)
    return (
      <div className="failure">
        <CommandLine text={missing.command} name="install command" />
        <p>{exit === null ? '' : `It ended with ${exit}. `}Run this where Orrery runs, then Restart.</p>
      </div>
    )
  }
  const words = session.state === 'failed' ? lastWordsOf(session) : null
  return words === null ? null : (
    <p className="failure">
      <bdi>{words}</bdi>
    </p>
  )
}
