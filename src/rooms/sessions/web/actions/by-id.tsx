// What other parts of the page do to sessions that they know by their ids alone.
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useGroup } from '#platform/web/store/grouping.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'
import { waitsForText } from '../../core/answer/takes-text.ts'
import { titleOf } from '../../core/list/title.ts'
import { AttachCommands } from '../attach/attach.tsx'
import { useSessionPorts } from '../ports.ts'
import { sessions, useSession } from '../session-store.ts'
import { ActionButton } from './action-button.tsx'
import { start } from './actions.ts'
import { dismissSessions } from './dismiss.ts'
import { quickActionsOf } from './quick-actions.ts'

/** The quick actions of its card. */
export function SessionActions({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  if (session === null) return null
  const actions = quickActionsOf(session)
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action} action={action} session={session} />
      ))}
      {actions.includes('attach') ? <AttachCommands session={session} /> : null}
    </>
  )
}

const ReplyField = lazyPart(() => import('../answer/reply-field.tsx').then(({ ReplyField }) => ReplyField), null)

/** What it asks to be allowed, or its reply field where it waits for text; nothing otherwise. */
export function SessionReply({ id }: { readonly id: string }): ReactNode {
  const { Asks } = useSessionPorts()
  const session = useSession(id)
  if (session?.state !== 'awaiting_review') return null
  return (
    <Asks session={id} place="panel">
      {waitsForText(session) ? <ReplyField session={session} place="panel" /> : null}
    </Asks>
  )
}

/** Leads to either of them; nothing where there is none. */
export function ReplyButton({ id, onReply }: { readonly id: string; readonly onReply: () => void }): ReactNode {
  const session = useSession(id)
  const isAsked = useIsAsked(id)
  if (session === null || (!isAsked && !waitsForText(session))) return null
  const label = isAsked ? 'Answer' : 'Reply'
  return (
    <Button
      isSmall
      icon={MessageSquare}
      label={label}
      aria-label={`${label} to ${titleOf(session)}`}
      onClick={() => onReply()}
    />
  )
}

/** Whether it waits for a person to allow something. */
function useIsAsked(id: string): boolean {
  return useGroup(useSessionPorts().asks, id).length > 0
}

/** Those of them that are there. */
const known = (ids: readonly string[]): SessionCard[] => ids.flatMap((id) => sessions.get(id) ?? [])

export function restartSessions(ids: readonly string[]): void {
  for (const session of known(ids)) start(session)
}

export function dismissByIds(ids: readonly string[]): void {
  dismissSessions(known(ids))
}
