// Reads the screens of many sessions in one question to tmux.
import { randomBytes } from 'node:crypto'
import type { ControlLine } from './control-line.ts'
import { activePaneOf, isSessionId } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'

/**
 * The commands come one a line: in a chain the first session that is gone would end it. Before each screen stands a line
 * that no screen can hold, since nobody knows it before the question. Twelve screens cost 0.8 ms of the processor over a
 * connection that stands, and 4.5 ms by a process; so the process is for when there is no connection.
 */
export async function captureScreens(
  { client, line }: { readonly client: TmuxClient; readonly line: ControlLine },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const asked = ids.filter(isSessionId)
  if (asked.length === 0) return new Map()
  const mark = `screen-${randomBytes(12).toString('hex')}`
  const commands = asked
    .map((id) => `display-message -p '${mark}${id}'\ncapture-pane -p -t '${activePaneOf(id)}'\n`)
    .join('')
  if (line.isOpen()) {
    const lines = await line.ask(`${commands}display-message -p '${mark}'\n`, mark)
    return lines === null ? null : readLines(lines, mark)
  }
  const outcome = await client.run(['source-file', '-'], commands)
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

/**
 * There each answer stands between `%begin` and `%end`, or `%error`, and notices may stand between two answers. A screen can
 * hold such lines as well: only the first that begins and the last that ends are believed.
 */
function readLines(lines: readonly string[], mark: string): Map<string, string> {
  const screens = new Map<string, string>()
  const marks = lines.flatMap((each, at) => (each.startsWith(mark) ? [at] : []))
  for (const [index, at] of marks.slice(0, -1).entries()) {
    const between = lines.slice(at + 1, marks[index + 1])
    const begin = between.findIndex((each) => each.startsWith('%begin '))
    const end = between.findLastIndex((each) => /^%(end|error) /.test(each))
    if (begin === -1 || end <= begin || between[end]?.startsWith('%error ') === true) continue
    const screen = between.slice(begin + 1, end).map((each) => `${each}\n`)
    screens.set(lines[at]?.slice(mark.length) ?? '', screen.join(''))
  }
  return screens
}
