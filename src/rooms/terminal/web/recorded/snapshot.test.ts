import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type * as Xterm from '@xterm/xterm'
import fc from 'fast-check'
import { followLooks } from './follow-looks.ts'
import { snapshotOf } from './snapshot.ts'

const { Terminal } = createRequire(import.meta.url)('@xterm/xterm') as typeof Xterm

const size = { cols: 20, rows: 6 }

function open() {
  const terminal = new Terminal({ ...size, scrollback: 100, allowProposedApi: true })
  return { terminal, followed: followLooks(terminal) }
}

const write = (terminal: Xterm.Terminal, text: string): Promise<void> =>
  new Promise((resolve) => terminal.write(text, resolve))

/** Letters with their looks, line by line, and the cursor. */
function seen({ buffer: { active } }: Xterm.Terminal): unknown {
  const lines = Array.from({ length: size.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row)
    return Array.from({ length: size.cols }, (__, column) => {
      const cell = line?.getCell(column)
      return cell === undefined
        ? ''
        : `${cell.getChars() || ' '}${cell.getFgColor()}${cell.isBold()}${cell.isInverse()}`
    }).join('|')
  })
  return { type: active.type, lines, cursor: [active.cursorX, active.cursorY] }
}

const pieces = [
  'plain words',
  '\r\n',
  '\n',
  'a line that is longer than the screen is wide',
  '\u001B[1;31mred\u001B[0m',
  '\u001B[38;2;10;20;30m\u001B[7mdeep',
  '\u001B[4;4H',
  '\u001B[2J',
  '\u001B[K',
  '\u001B[2;4r',
  '\u001B[r',
  '\u001B[?1049h',
  '\u001B[?1049l',
  '\u001B[?25l',
  '宽字',
  '12345678901234567890',
  '\u001B[2A',
  '\u001B[L',
  '\u001B(0qqq\u001B(B',
]

/** A screen is left once for each time that it was taken: a place that was saved earlier is not in a snapshot. */
function switchesInTurn(said: readonly string[]): boolean {
  let isOther = false
  for (const piece of said) {
    if (!piece.includes('1049')) continue
    if (piece.endsWith('h') === isOther) return false
    isOther = !isOther
  }
  return true
}

test('whatever comes after a snapshot looks as it would have without it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }),
      async (before, after) => {
        fc.pre(switchesInTurn([...before, ...after]))
        const first = open()
        await write(first.terminal, before.join(''))
        const { text } = snapshotOf(first.terminal, first.followed)
        const second = open()
        await write(second.terminal, text)
        assert.deepEqual(seen(second.terminal), seen(first.terminal))
        for (const { terminal } of [first, second]) await write(terminal, after.join(''))
        assert.deepEqual(seen(second.terminal), seen(first.terminal))
        first.terminal.dispose()
        second.terminal.dispose()
      },
    ),
    { numRuns: 300, seed: 7 },
  )
})
