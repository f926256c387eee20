// Tells which pane of a session keys go to, and what runs there.
import { err, ok, type Result } from '#base/result.ts'
import { listPanes } from './list-panes.ts'
import type { TmuxClient } from './tmux-client.ts'
import type { TmuxFailure, TmuxFront } from './tmux.ts'

export async function readFront(client: TmuxClient, id: string): Promise<Result<TmuxFront, TmuxFailure>> {
  const panes = await listPanes(client, id)
  if (!panes.ok) return panes
  const front = panes.value.find(({ isShown, takesKeys }) => isShown && takesKeys)
  if (front === undefined) return err({ kind: 'failed', reason: 'tmux named no pane of the session' })
  const { tty, command, number } = front
  return ok({ tty, command, isFirst: panes.value.every((pane) => pane.number >= number) })
}
