import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TranscriptItem } from '../contract.ts'
import { toFilePart } from './file-part.ts'
import { foldTurns, type Turn } from './fold.ts'
import { toMarkdown } from './markdown.ts'
import { readers } from './parse-lines.ts'
import { plainLines } from './plain-lines.ts'
import { resultWords, tokens, toolsWords, turnWords, wholeWords } from './words.ts'

const time = (second: number): string => new Date(Date.UTC(2026, 10, 23, 9, 2, second)).toISOString()
const said = (kind: 'person' | 'agent' | 'thought' | 'note', id: string, text: string): TranscriptItem => {
  return { kind, id, at: time(id === '9' ? 9 : 0), text, cut: 0 }
}
const tool = (call: string, second = 0): TranscriptItem => {
  return { kind: 'tool', id: `t${call}`, at: time(second), call, name: 'Bash', title: 'npm test', input: '', cut: 0 }
}
type Given = Partial<Extract<TranscriptItem, { readonly kind: 'result' }>>
const result = (call: string, given: Given = {}): TranscriptItem => {
  const nothing = { outcome: 'ok', exit_code: null, added: null, removed: null, cut: 0 } as const
  return { kind: 'result', id: `r${call}`, at: time(8), call, text: 'green', ...nothing, ...given }
}
const usage = (id: string, input: number): TranscriptItem => {
  return { kind: 'usage', id, at: time(1), model: 'm', input, output: 7, cache_read: 3, cache_write: 0 }
}

const shape = ({ prompts, entries }: Turn): string[] => [
  ...prompts.map(({ text }) => text),
  ...entries.map((entry) =>
    entry.kind === 'used' ? `${entry.tool.name} ${entry.result?.text ?? 'open'}` : entry.text,
  ),
]

const rows: readonly (readonly [what: string, items: readonly TranscriptItem[], turns: readonly string[][]])[] = [
  ['nothing', [], []],
  ['a turn', [said('person', '1', 'a'), said('agent', '2', 'b')], [['a', 'b']]],
  ['two turns', [said('person', '1', 'a'), said('agent', '2', 'b'), said('person', '3', 'c')], [['a', 'b'], ['c']]],
  [
    'two texts of one prompt',
    [said('person', '1', 'a'), said('person', '2', 'b'), said('agent', '3', 'c')],
    [['a', 'b', 'c']],
  ],
  ['words before the first prompt', [said('note', '1', 'a'), said('person', '2', 'b')], [['a'], ['b']]],
  [
    'a tool with its result',
    [said('person', '1', 'a'), tool('x'), said('agent', '2', 'b'), result('x')],
    [['a', 'Bash green', 'b']],
  ],
  ['a tool at work', [said('person', '1', 'a'), tool('x')], [['a', 'Bash open']]],
  ['a result that came before its call', [result('x'), said('person', '1', 'a'), tool('x')], [['a', 'Bash green']]],
  ['a result of nothing that is known', [said('person', '1', 'a'), result('x')], [['a', 'A tool green']]],
  [
    'a message that is written again',
    [said('person', '1', 'a'), said('agent', '2', 'b'), said('agent', '2', 'bc')],
    [['a', 'bc']],
  ],
  ['usage alone', [usage('u', 1)], []],
]
for (const [what, items, turns] of rows)
  test(`turns: ${what}`, () => assert.deepEqual(foldTurns(items).map(shape), turns))

test('the usage of a turn counts each message of the model once', () => {
  const items = [said('person', '1', 'a'), usage('u1', 11), usage('u1', 12), usage('u2', 5), said('person', '2', 'b')]
  const [first, second] = foldTurns([...items, said('agent', '3', 'c'), usage('u3', 1)])
  assert.deepEqual(first?.usage, { input: 17, output: 14, cacheRead: 6, cacheWrite: 0 })
  assert.deepEqual(second?.usage.input, 1)
  assert.equal(first?.model, 'm')
})

test('words of a turn, of a result and of all of it', () => {
  const items = [
    said('person', '1', 'a'),
    tool('x', 2),
    result('x', { outcome: 'failed', exit_code: 1 }),
    usage('u', 84_000),
  ]
  const turns = foldTurns(items)
  const [turn] = turns
  assert.ok(turn !== undefined)
  const [used] = turn.entries
  assert.ok(used?.kind === 'used')
  assert.equal(resultWords(used), 'failed, exit 1, 6 s')
  assert.equal(resultWords({ ...used, result: null }), 'no result yet')
  assert.equal(turnWords(turn), '8 s, 84 k in, 3 from cache, 7 out')
  assert.equal(wholeWords(turns), '1 turn, 1 tool, 84 k tokens')
  assert.equal(toolsWords([used, used]), 'Bash ×2')
  assert.deepEqual([0, 999, 1000, 9949, 9950, 84_000, 999_499, 999_500].map(tokens), [
    '0',
    '999',
    '1.0 k',
    '9.9 k',
    '10 k',
    '84 k',
    '999 k',
    '1.0 M',
  ])
})

test('Markdown: nothing in a transcript breaks out of its place', () => {
  const items = [
    said('person', '1', 'Mend it\n\n# not a heading of ours'),
    tool('x', 2),
    result('x', { text: 'a\n```\n# b', outcome: 'failed', exit_code: 1 }),
    said('note', '2', 'Stopped by\nits person.'),
    said('thought', '3', 'Hm.'),
    said('agent', '9', 'Done.'),
  ]
  const text = toMarkdown({ title: 'A\n# b', agent: 'Codex', turns: foldTurns(items) })
  assert.equal(
    text,
    `# A # b

Codex, 1 turn, 1 tool

## 1. You, 2026-11-23 09:02 UTC

> Mend it
>
> # not a heading of ours

**Bash** \`npm test\` (failed, exit 1, 6 s)

\`\`\`\`
a
\`\`\`
# b
\`\`\`\`

*Stopped by its person.*

> *Thought*
>
> Hm.

Done.

*9 s*
`,
  )
})

test('a terminal gets a line for each thing, and the first lines of a long result', () => {
  const clock = (at: string): string => at.slice(11, 16)
  const lines = (item: TranscriptItem) => plainLines(item, clock)
  assert.deepEqual(lines(said('person', '1', 'a\nb')), ['', '09:02  you      a', '                b'])
  assert.deepEqual(lines(tool('x')), ['09:02  tool     Bash  npm test'])
  const long = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
  const told = lines(result('x', { text: long, outcome: 'failed', exit_code: 1 }))
  assert.deepEqual(
    [told[0], told.at(-1), told.length],
    ['09:02  failed   exit 1', '                … 14 more lines', 8],
  )
  assert.deepEqual(lines(usage('u', 1)), [])
})

test('a part is no larger than an answer may be, and the next one goes on behind it', () => {
  const line = (index: number) => {
    const text = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(30_000) } })
    return { offset: index, bytes: 1, text, after: `after ${index}` }
  }
  const lines = Array.from({ length: 100 }, (_, index) => line(index))
  const raw = { lines, cursor: 'end', isEnd: true, isAnew: true }
  const part = toFilePart(raw, readers['code-agent'], 'c:')
  assert.ok(part.items.length < 30 && JSON.stringify(part).length < 1_000_000)
  assert.deepEqual([part.cursor, part.is_end, part.is_anew], [`after ${part.items.length - 1}`, false, true])
  const many = { type: 'user', message: { content: Array.from({ length: 5000 }, () => ({ type: 'text', text: 'x' })) } }
  const one = toFilePart({ ...raw, lines: [{ ...line(0), text: JSON.stringify(many) }] }, readers['code-agent'], '')
  assert.equal(one.items.length, 201)
  assert.equal(one.cursor, 'end')
})
