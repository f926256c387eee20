// Reads what a session shows and which processes its panes began with.
import { err, ok, type Result } from '#base/result.ts'
import { listPanes } from './list-panes.ts'
import { activePaneOf, isSessionId } from './tmux-arguments.ts'
import { noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { CaptureOptions, TmuxFailure, TmuxView } from './tmux.ts'

export async function lookAt(client: TmuxClient, id: string): Promise<Result<TmuxView, TmuxFailure>> {
  const panes = await listPanes(client, id)
  if (!panes.ok) return panes
  const shown = panes.value.find(({ isShown }) => isShown)
  if (shown === undefined) return err({ kind: 'failed', reason: 'tmux named no pane of the session' })
  const { sessionName: name, columns, rows } = shown
  return ok({ name, columns, rows, panePids: panes.value.map(({ pid }) => pid) })
}

export async function captureText(
  client: TmuxClient,
  id: string,
  { historyLines, withLooks }: CaptureOptions,
): Promise<Result<string, TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const history = historyLines === 0 ? [] : ['-S', String(-historyLines)]
  const outcome = await client.run([
    'capture-pane',
    '-p',
    ...(withLooks ? ['-e'] : []),
    ...history,
    '-t',
    activePaneOf(id),
  ])
  return outcome.kind === 'exited' && outcome.code === 0 ? ok(outcome.stdout) : err(tmuxFailure(outcome))
}
