// A terminal's screen as text that draws it anew: what a replay goes on from when it jumps.
import type { IBuffer, IBufferCell, Terminal } from '@xterm/xterm'
import { looksOf } from './cell-looks.ts'

/** Lines before the screen that are kept, so that a person can scroll back a little after a jump. */
const keptLines = 300

export type ScreenSnapshot = { readonly columns: number; readonly rows: number; readonly text: string }

/** What the emulator does not tell of itself. */
export type FollowedLooks = {
  /** The region that scrolls, which puts the cursor home; the emulator's own when it is all of it. */
  readonly region: () => string
  /** How the next letter looks, and whether there is a cursor. */
  readonly pen: () => string
  /** Both of the plain screen, while a program has the other one. */
  readonly below: () => { readonly region: string; readonly pen: string } | null
}

const esc = '\u001B'

/** Draws what the terminal shows on one that was reset to the same size. */
export function snapshotOf(terminal: Terminal, followed: FollowedLooks): ScreenSnapshot {
  const { buffer, cols, rows, modes } = terminal
  const below = followed.below()
  const other =
    buffer.active.type === 'alternate'
      ? `${below?.region ?? ''}${at(buffer.normal)}${below?.pen ?? ''}${esc}[?1049h${esc}[0m${esc}(B${esc}[H${drawn(terminal, buffer.alternate)}`
      : ''
  const settings = `${modes.wraparoundMode ? '' : `${esc}[?7l`}${modes.insertMode ? `${esc}[4h` : ''}`
  return {
    columns: cols,
    rows,
    text: drawn(terminal, buffer.normal) + other + followed.region() + placed(terminal) + settings + followed.pen(),
  }
}

/** A cursor past the last letter of a full line waits there: only a letter puts it so. */
function placed({ buffer: { active }, cols }: Terminal): string {
  const { cursorX, cursorY, baseY } = active
  if (cursorX < cols) return at(active)
  const cell = active.getLine(baseY + cursorY)?.getCell(cols - 1)
  const to = at({ cursorX: cols - 1, cursorY })
  return cell === undefined ? to : `${to}${esc}[${looksOf(cell)}m${cell.getChars() || ' '}`
}

const at = ({ cursorX, cursorY }: Pick<IBuffer, 'cursorX' | 'cursorY'>): string =>
  `${esc}[${cursorY + 1};${cursorX + 1}H`

/** The lines of a buffer, from some before its screen on. */
function drawn({ rows }: Pick<Terminal, 'rows'>, buffer: IBuffer): string {
  const first = Math.max(0, buffer.baseY - keptLines)
  const scratch = buffer.getNullCell()
  const lines: string[] = []
  for (let index = first; index < buffer.baseY + rows; index += 1) {
    const follows = buffer.getLine(index + 1)?.isWrapped === true && index + 1 < buffer.baseY + rows
    lines.push(lineOf(buffer, { index, follows, scratch }) + (follows ? '' : '\r\n'))
  }
  const text = lines.join('')
  const whole = text.endsWith('\r\n') ? text.slice(0, -2) : text
  return `${whole}${esc}[0m`
}

type Line = { readonly index: number; readonly follows: boolean; readonly scratch: IBufferCell }

/** Without the blanks at its end, unless it goes on in the next one. */
function lineOf(buffer: IBuffer, { index, follows, scratch }: Line): string {
  const line = buffer.getLine(index)
  if (line === undefined) return ''
  let text = ''
  let looks = '0'
  let blanks = ''
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column, scratch)
    // The second half of a wide letter.
    if (cell === undefined || cell.getWidth() === 0) continue
    const next = looksOf(cell)
    const chars = cell.getChars()
    if (chars === '' && next === '0' && !follows) {
      blanks += ' '
      if (looks !== '0') text += `${esc}[0m`
      looks = '0'
      continue
    }
    text += blanks
    blanks = ''
    if (next !== looks) text += `${esc}[${next === '0' ? '0' : `0;${next}`}m`
    looks = next
    text += chars === '' ? ' ' : chars
  }
  return looks === '0' ? text : `${text}${esc}[0m`
}
