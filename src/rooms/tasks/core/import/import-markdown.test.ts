import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './import-markdown.ts'

const read = (lines: readonly string[]) => parseMarkdown(lines.join('\n'), { project: null, source: 'list.md' })

/** Each draft as `title < parent`, with what is called as its own words alone. */
function tree(lines: readonly string[]): string[] {
  const { drafts } = read(lines)
  const titles = new Map(drafts.map(({ sourceId, title }) => [sourceId, title]))
  return drafts.map(({ title, parent }) => (parent === null ? title : `${title} < ${titles.get(parent)}`))
}

const trees: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'what is indented further belongs to the nearest item above it',
    ['- [ ] a', '  - [ ] b', '    - [ ] c', '  - [ ] d', '- [ ] e'],
    ['a', 'b < a', 'c < b', 'd < a', 'e'],
  ],
  ['a tab is four blanks', ['- [ ] a', '  - [ ] b', '\t- [ ] c'], ['a', 'b < a', 'c < b']],
  ['an item below a heading belongs to it', ['# H', '- [ ] a', '# I', '- [ ] b'], ['H', 'a < H', 'I', 'b < I']],
  ['a heading without words ends the one before', ['# H', '- [ ] a', '## ##', '- [ ] b'], ['H', 'a < H', 'b']],
  ['a heading ends the items before it', ['- [ ] a', '# H', '    - [ ] b'], ['a', 'H', 'b < H']],
  ['text at the left ends the item before it', ['- [ ] a', 'text', '  - [ ] b'], ['a', 'b']],
  ['an empty line does not', ['- [ ] a', '', '  - [ ] b'], ['a', 'b < a']],
  ['a plain item at the left does', ['- [ ] a', '- text', '  - [ ] b'], ['a', 'b']],
  ['a heading without items is none', ['# H', 'Words.'], []],
]
for (const [name, lines, drafts] of trees) test(`Markdown: ${name}`, () => assert.deepEqual(tree(lines), drafts))

const left: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['beside the items', ['  - [ ] a', '  - plain'], ['line 2: plain']],
  ['without any item', ['- plain', '1) other'], ['line 1: plain', 'line 2: other']],
  ['below an item: they describe it', ['- [ ] a', '  - plain'], []],
]
for (const [where, lines, unread] of left) {
  test(`Markdown: plain items ${where}`, () => {
    assert.deepEqual(
      read(lines).unread.map(({ sourceId, title }) => `${sourceId}: ${title}`),
      unread,
    )
  })
}

const descriptions: readonly (readonly [string, readonly string[], string])[] = [
  ['lines keep what they are indented beyond the item', ['- [ ] a', '  one', '    two'], 'one\n  two'],
  ['empty lines between them stay', ['- [ ] a', '  one', '', '  two', ''], 'one\n\ntwo'],
  ['fenced text is taken as it is', ['- [ ] a', '  ```', '  - [ ] x', '# y', '  ```'], '```\n- [ ] x\n# y\n```'],
  [
    'a longer fence ends a shorter one',
    ['- [ ] a', '  ```', '  ~~~', '  - [ ] x', '  ````'],
    '```\n~~~\n- [ ] x\n````',
  ],
]
for (const [name, lines, description] of descriptions) {
  test(`Markdown: of a description, ${name}`, () => {
    const { drafts } = read(lines)
    assert.deepEqual([drafts.length, drafts[0]?.description], [1, description])
  })
}

const boxes = [
  ['[ ]', 'backlog'],
  ['[x]', 'done'],
  ['[X]', 'done'],
  ['[/]', 'in_progress'],
  ['[~]', 'in_progress'],
  ['[!]', 'blocked'],
  ['[?]', 'backlog'],
] as const
for (const [box, status] of boxes) {
  test(`Markdown: ${box} is ${status}`, () => assert.equal(read([`- ${box} a`]).drafts[0]?.status, status))
}

const words = [
  ['a (P1) b', 'a b', 'P1'],
  ['[P4] a', 'a', 'P4'],
  ['a(P1)', 'a(P1)', 'P3'],
  ['a (P5)', 'a (P5)', 'P3'],
  ['a   b ', 'a b', 'P3'],
] as const
for (const [text, title, priority] of words) {
  test(`Markdown: "${text}" is "${title}" with ${priority}`, () => {
    const [draft] = read([`- [ ] ${text}`]).drafts
    assert.deepEqual([draft?.title, draft?.priority], [title, priority])
  })
}

test('Markdown: what is called alike is told apart by a number, so that the next import finds each again', () => {
  assert.deepEqual(
    read(['- [ ] Same', '- [ ] same', '- [ ] Same']).drafts.map(({ sourceId }) => sourceId),
    ['list.md/same', 'list.md/same (2)', 'list.md/same (3)'],
  )
})

test('Markdown: without the name of a file, the project or a word stands before what an item is called', () => {
  const idOf = (project: string | null) => parseMarkdown('- [ ] a', { project, source: null }).drafts[0]?.sourceId
  assert.deepEqual([idOf('web'), idOf(null)], ['web/a', 'checklist/a'])
})
