// Why a session failed, where a line has no room for it, and the command that helps where a program is missing.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { SessionCard } from '../../contract.ts'
import { missingParts } from '../../core/end/missing-program.ts'
import { exitOf, failureTold, lastWordsOf } from '../../core/list/why.ts'
import { usePlace } from '../places.ts'
import './failure-view.css'

type Props = { readonly session: SessionCard }
type MissingProps = Props & { readonly command: string }

/** On a card. Nothing for a session that did not fail, or whose reason stands beside its state. */
export function FailureView({ session }: Props): ReactNode {
  const missing = missingParts(failureTold(session) ?? '')
  if (missing !== null) {
    return (
      <div className="failure">
        <MissingProgram session={session} command={missing.command} />
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

/** The command that installs it, and what else may help. */
export function MissingProgram({ session, command }: MissingProps): ReactNode {
  const exit = exitOf(session)
  const place = usePlace(session)
  return (
    <>
      <CommandLine text={command} name="install command" />
      <p>
        {exit === null ? '' : `It ended with ${exit}. `}Run this{' '}
        {place === null ? 'where Orrery runs' : `on ${place.label}`}, then Restart. Installed elsewhere? Its path is a
        setting: <Link href="/settings/agents">Agents</Link>.
      </p>
    </>
  )
}
