// The panes of a session, read in one call.
import { err, ok, type Result } from '#base/result.ts'
import { isSessionId } from './tmux-arguments.ts'
import { noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { TmuxFailure } from './tmux.ts'

export type Pane = {
  /** tmux counts panes up for as long as it runs. */
  readonly number: number
  /** The process that it began with. */
  readonly pid: number
  readonly tty: string
  /** Name of the program that runs in it. */
  readonly command: string
  /** Whether the window that it is in is the one that the session shows. */
  readonly isShown: boolean
  /** Whether it is the one that takes the keys in its window. */
  readonly takesKeys: boolean
  /** Size of its window. */
  readonly columns: number
  readonly rows: number
  readonly sessionName: string
}

/** tmux escapes control characters in a session's name. The program's name comes last, since it may hold any character. */
const rowFormat = [
  '#{pane_id}',
  '#{pane_pid}',
  '#{window_active}#{pane_active}',
  '#{window_width}',
  '#{window_height}',
  '#{pane_tty}',
  '#{session_name}',
  '#{pane_current_command}',
].join('\t')
const rowPattern =
  /^%(?<pane>\d+)\t(?<pid>\d+)\t(?<shown>[01])(?<keys>[01])\t(?<columns>\d+)\t(?<rows>\d+)\t(?<tty>[^\t]*)\t(?<name>[^\t]*)\t(?<command>.*)$/

export async function listPanes(client: TmuxClient, id: string): Promise<Result<readonly Pane[], TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const outcome = await client.run(['list-panes', '-s', '-t', id, '-F', rowFormat])
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err(tmuxFailure(outcome))
  return ok(outcome.stdout.split('\n').flatMap(readPane))
}

function readPane(line: string): Pane[] {
  const row = rowPattern.exec(line)?.groups
  if (row === undefined) return []
  const { pane, pid, shown, keys, columns, rows, tty = '', name = '', command = '' } = row
  return [
    {
      number: Number(pane),
      pid: Number(pid),
      tty,
      command,
      isShown: shown === '1',
      takesKeys: keys === '1',
      columns: Number(columns),
      rows: Number(rows),
      sessionName: name,
    },
  ]
}
