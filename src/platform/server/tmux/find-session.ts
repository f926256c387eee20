// Tells which session has a name now, so that what was known of it before can be held against it.
import { err, ok, type Result } from '#base/result.ts'
import { exactly } from './tmux-arguments.ts'
import { runPastExit, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { TmuxFailure, TmuxIdentity } from './tmux.ts'

/** tmux escapes control characters in names; the name comes last, since it may hold spaces. */
export const identityFormat = ['#{session_id}', '#{session_created}', '#{session_name}'].join('\t')
const identityPattern = /^(?<id>\$\d+)\t(?<created>\d+)\t(?<name>.+)$/m

/** The first identity in what tmux printed by `identityFormat`, or null. */
export function parseIdentity(stdout: string): TmuxIdentity | null {
  const row = identityPattern.exec(stdout)?.groups
  if (row === undefined) return null
  const { id = '', created, name = '' } = row
  return { id, name, createdMs: Number(created) * 1000 }
}

export async function findSession(client: TmuxClient, name: string): Promise<Result<TmuxIdentity, TmuxFailure>> {
  const outcome = await runPastExit(client, ['list-panes', '-t', exactly(name), '-F', identityFormat])
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err(tmuxFailure(outcome))
  const found = parseIdentity(outcome.stdout)
  if (found === null) return err({ kind: 'failed', reason: 'tmux named no session' })
  // tmux takes a name such as `$5` for an id.
  return found.name === name ? ok(found) : err({ kind: 'gone', reason: `can't find session: ${name}` })
}
