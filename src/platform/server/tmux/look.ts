// Reads what a session shows and which processes its panes began with.
import { err, ok, type Result } from '#base/result.ts'
import { activePaneOf, isSessionId } from './tmux-arguments.ts'
import { noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { CaptureOptions, TmuxFailure, TmuxView } from './tmux.ts'

/** tmux escapes control characters in a name, so the name comes last and whole. */
const rowFormat = ['#{pane_pid}', '#{window_active}', '#{window_width}', '#{window_height}', '#{session_name}'].join(
  '\t',
)
const rowPattern = /^(?<pid>\d+)\t(?<active>[01])\t(?<columns>\d+)\t(?<rows>\d+)\t(?<name>.*)$/

export async function lookAt(client: TmuxClient, id: string): Promise<Result<TmuxView, TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const outcome = await client.run(['list-panes', '-s', '-t', id, '-F', rowFormat])
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err(tmuxFailure(outcome))
  const rows = outcome.stdout
    .split('\n')
    .map((line) => rowPattern.exec(line)?.groups)
    .filter((row) => row !== undefined)
  const shown = rows.find(({ active }) => active === '1')
  if (shown === undefined) return err({ kind: 'failed', reason: 'tmux named no pane of the session' })
  return ok({
    name: shown.name ?? '',
    columns: Number(shown.columns),
    rows: Number(shown.rows),
    panePids: rows.map(({ pid }) => Number(pid)),
  })
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
