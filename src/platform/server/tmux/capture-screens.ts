// Reads the screens of many sessions in one call of tmux.
import { randomBytes } from 'node:crypto'
import { activePaneOf, isSessionId } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'

/**
 * The commands come from stdin, one a line: in a chain the first session that is gone would end it. Before each screen stands
 * a line that no screen can hold, since nobody knows it before the call.
 */
export async function captureScreens(
  client: TmuxClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const asked = ids.filter(isSessionId)
  if (asked.length === 0) return new Map()
  const mark = `screen-${randomBytes(12).toString('hex')}`
  const commands = asked.map((id) => `display-message -p '${mark}${id}'\ncapture-pane -p -t '${activePaneOf(id)}'\n`)
  const outcome = await client.run(['source-file', '-'], commands.join(''))
  if (outcome.kind !== 'exited') return null
  const [, ...parts] = outcome.stdout.split(mark)
  // Each mark is printed before its screen: fewer of them mean that the call was cut short.
  return parts.length < asked.length ? null : new Map(parts.flatMap(readPart))
}

/** The id, and its screen; nothing for one of which tmux printed no screen. */
function readPart(part: string): [string, string][] {
  const end = part.indexOf('\n')
  const screen = part.slice(end + 1)
  return end === -1 || screen === '' ? [] : [[part.slice(0, end), screen]]
}
