// When the sessions of tmux last wrote and were last typed into.
import { isSessionId } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'
import type { TmuxActivity } from './tmux.ts'

/** tmux counts output for a window and keys of attached clients for the session, both in whole seconds. */
const rowFormat = ['#{session_id}', '#{window_activity}', '#{session_activity}'].join('\t')

/** All sessions in one call; null when tmux gives no clear answer. */
export async function readActivity(client: TmuxClient): Promise<ReadonlyMap<string, TmuxActivity> | null> {
  const outcome = await client.run(['list-windows', '-a', '-F', rowFormat])
  if (outcome.kind !== 'exited' || outcome.code !== 0) return null
  const sessions = new Map<string, TmuxActivity>()
  for (const line of outcome.stdout.split('\n')) {
    const [id = '', output, typed] = line.split('\t')
    if (!isSessionId(id)) continue
    const outputMs = Math.max(Number(output) * 1000, sessions.get(id)?.outputMs ?? 0)
    sessions.set(id, { outputMs, typedMs: Number(typed) * 1000 })
  }
  return sessions
}
