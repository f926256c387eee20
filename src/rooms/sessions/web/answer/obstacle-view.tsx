// In place of the field, or above it while somebody writes: what is in the way (Attach, which helps, is among the actions beside it), and the text that was written meanwhile.
import { Copy, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { drafts, useDraftText } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import type { SessionCard } from '../../contract.ts'
import type { Obstacle } from '../../contract/answer.ts'
import { openLaunch } from '../launch/launch-state.ts'
import { draftOfReply } from './reply-state.ts'

type Props = {
  readonly session: SessionCard
  readonly obstacle: Obstacle
  /** The field stands below, with the text in it. */
  readonly isWriting: boolean
}

export function ObstacleView({ session, obstacle, isWriting }: Props): ReactNode {
  return (
    <div className="reply-block">
      {obstacle.screen === null ? null : (
        <pre ref={showEnd} className="in-its-way" role="region" tabIndex={0} aria-label="What its terminal shows">
          {obstacle.screen}
        </pre>
      )}
      <p className="told" role="status">
        <b>{obstacle.reason}</b> {obstacle.error === 'dialog_open' ? dialogHint : obstacle.hint}
      </p>
      {isWriting ? null : <MyText id={session.id} />}
    </div>
  )
}

/** What a dialog lets choose stands below what it asks. */
function showEnd(screen: HTMLElement | null): void {
  if (screen !== null) screen.scrollTop = screen.scrollHeight
}

const dialogHint = 'Answer it there; the reply field comes back by itself.'

/** For a session that ended while somebody wrote. */
export function KeptText({ session }: { readonly session: SessionCard }): ReactNode {
  const { text } = useDraftText(draftOfReply(session.id))
  const startAgain = () =>
    openLaunch({
      prompt: text,
      label: session.label,
      agentType: session.agent_type,
      ...(session.working_dir === null ? {} : { workingDir: session.working_dir }),
      ...(session.task_id === null ? {} : { taskId: session.task_id }),
    })
  return (
    <div className="reply-block">
      <p className="told" role="status">
        <b>Not sent: it ended while you wrote.</b>
      </p>
      <MyText id={session.id} />
      <div className="row wraps">
        <Button look="primary" isSmall icon={Play} label="Start again with this text" onClick={startAgain} />
        <Button isSmall icon={Copy} label="Copy text" onClick={() => void copyText(text)} />
        <Button look="quiet" isSmall label="Discard" onClick={() => drafts.drop(draftOfReply(session.id))} />
      </div>
    </div>
  )
}

function MyText({ id }: { readonly id: string }): ReactNode {
  const { text } = useDraftText(draftOfReply(id))
  if (text === '') return null
  return (
    <blockquote className="mine">
      <span className="meta">Your text, kept</span>
      <p>{text}</p>
    </blockquote>
  )
}
