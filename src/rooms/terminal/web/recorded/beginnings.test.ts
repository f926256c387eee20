import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type * as Xterm from '@xterm/xterm'
import fc from 'fast-check'
import type { ScreenItem } from '../contract.ts'
import { bytesBetween, findBeginnings } from './beginnings.ts'

const { Terminal } = createRequire(import.meta.url)('@xterm/xterm') as typeof Xterm

const size = { columns: 20, rows: 6 }
const apart = { bytes: 30, lines: 4, mostBytes: 100_000 }

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const output = (text: string): ScreenItem => ({ kind: 'output', bytes: bytesOf(text) })

function open({ columns, rows } = size): Xterm.Terminal {
  return new Terminal({ cols: columns, rows, scrollback: 100, allowProposedApi: true })
}

const write = (terminal: Xterm.Terminal, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => terminal.write(text, resolve))

async function play(terminal: Xterm.Terminal, items: readonly ScreenItem[]): Promise<void> {
  for (const item of items) {
    if (item.kind === 'size') terminal.resize(item.columns, item.rows)
    else await write(terminal, item.bytes)
  }
}

const lines = 'one\r\ntwo words\r\na line that is longer than the screen is wide\r\n'
const manyLines = Array.from({ length: 14 }, (_, line) => `line ${line}\r\n`).join('')

const words = ['plain words', '\r\n', '\n', '宽字', '12345678901234567890', '\tx\b\b', '\u000Eqq', '\u000F']
const escapes =
  '[1;31mred [0m [m [38;2;10;20;30m[7mdeep [0;1;4m [4;4H [H [3d [2J [3J [J [K [1K [2A [3B [2F [E [5G [2C [3D'
const edits = '[2@ [3P [4X [3b [2Z [1I [2;4r [r [1;6r [0;3r [2L [M [2S [T M D E 7 8 [s [u c [!p H [g [3g #8 = > %G n'
const modes =
  '[?1049h [?1049l [?1047h [?47l [?1048h [?1048l [?25l [?25h [?6h [?6l [?7l [?7h [?45h [4h [4l [20h [20l [?2026h'
const others = ['[4 q', '(0qqq', '(B', ')0', ')B', ']8;;https://example.com/\u001B\\here', ']8;;\u001B\\']
const sequences = [escapes, edits, modes].flatMap((all) => all.split(' '))
const pieces = [manyLines, lines, ...words, ...[...sequences, ...others].map((each) => `\u001B${each}`)]

const anItem = fc.oneof(
  { weight: 8, arbitrary: fc.constant(output(manyLines)) },
  {
    weight: 12,
    arbitrary: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((all) => output(all.join(''))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ScreenItem>(
      { kind: 'size', columns: 20, rows: 9 },
      { kind: 'size', columns: 13, rows: 4 },
    ),
  },
)

const calmPieces = [...words, ...escapes.split(' ').map((each) => `\u001B${each}`)]

/** Nothing that hinders for long. */
const aCalmItem = fc.oneof(
  { weight: 3, arbitrary: fc.constant(output(manyLines)) },
  { weight: 1, arbitrary: fc.constantFrom(...calmPieces).map(output) },
)

test('a screen that is drawn from a beginning is the one that is drawn from the first byte', async () => {
  let drawn = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anItem, { maxLength: 8 }),
      fc.array(aCalmItem, { minLength: 3, maxLength: 10 }),
      async (wild, calm) => {
        const items = [...wild, ...calm]
        const beginnings = findBeginnings(items, size, apart)
        const found = beginnings.before(items.length)
        if (found === null) return
        drawn += 1
        const [whole, part] = [open(), open(found)]
        await play(whole, items)
        await write(part, found.text)
        await write(part, bytesBetween(items, { from: found, to: { item: items.length, offset: 0 } }))
        assert.deepEqual(seenOn(part), seenOn(whole))
        whole.dispose()
        part.dispose()
      },
    ),
    { numRuns: 500, seed: 11 },
  )
  assert.ok(drawn > 100, `only ${drawn} were drawn`)
})

/** Letters with their looks, line by line, and the cursor. */
function seenOn({ buffer: { active }, rows, cols }: Xterm.Terminal): unknown {
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row)
    return Array.from({ length: cols }, (__, column) => {
      const cell = line?.getCell(column)
      if (cell === undefined) return ''
      return `${cell.getChars() || ' '}${cell.getFgColor()} ${cell.getBgColor()} ${cell.isBold()}${cell.isInverse()}`
    }).join('|')
  })
  return { type: active.type, lines, cursor: [active.cursorX, active.cursorY] }
}

test('where all of the screen was written since, nothing of before is left of it, and lines to scroll back to are', () => {
  const items = [output('before '.repeat(30)), output(manyLines), output(manyLines), output(manyLines)]
  const found = findBeginnings(items, size, apart).before(4)
  assert.ok(found !== null)
  assert.ok(found.item > 0)
  const since = bytesBetween(items, { from: found, to: found.whole })
  assert.ok(new TextDecoder().decode(since).split('\n').length > size.rows)
  const rest = bytesBetween(items, { from: found.whole, to: { item: 4, offset: 0 } })
  assert.ok(new TextDecoder().decode(rest).split('\n').length > apart.lines)
})

test('none is found for what a person has to wait for, nor where lines were moved since', () => {
  const items = [output(manyLines), output(manyLines), output('\u001B[2L')]
  assert.equal(findBeginnings(items, size, { ...apart, mostBytes: 10 }).before(2), null)
  assert.notEqual(findBeginnings(items, size, apart).before(2), null)
  assert.equal(findBeginnings([...items, output('x')], size, apart).before(4), null)
})
