import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerLimit, readAnswer } from './answer.ts'
import { readMarkdown, type Block, type Inline } from './markdown.ts'

test('thinking aloud and escape sequences are no part of an answer', () => {
  const rows: [string, string, boolean][] = [
    ['All is quiet.', 'All is quiet.', false],
    ['', '', false],
    ['<think>\nWell', '', true],
    ['<thi', '', true],
    ['<think>Well</think>\n\nAll is quiet.', 'All is quiet.', false],
    ['Thinking...\nWell\n...done thinking.\n\nAll is quiet.', 'All is quiet.', false],
    ['Thinking...\nWell', '', true],
    ['Think of it.', 'Think of it.', false],
    ['<think>a</think><think>b</think>c', 'c', false],
    ['a <think>b</think>', 'a <think>b</think>', false],
    ['\u001b[?25l\u001b[2Kred \u001b[31mhot\u001b[0m\u001b]52;c;eA==\u0007!', 'red hot!', false],
  ]
  for (const [raw, text, isThinking] of rows) {
    assert.deepEqual(readAnswer(raw), { text, isThinking, isCut: false }, JSON.stringify(raw))
  }
  const long = readAnswer('x'.repeat(10 * 1024 * 1024))
  assert.deepEqual([long.text.length, long.isCut], [answerLimit, true])
})

const text = (said: string): Inline => ({ kind: 'text', text: said })

test('Markdown is read as blocks and spans, and what is none of it stays text', () => {
  const rows: [string, readonly object[]][] = [
    ['Two things.\nBoth short.', [{ kind: 'paragraph', parts: [text('Two things.\nBoth short.')] }]],
    ['# Title #', [{ kind: 'heading', level: 1, parts: [text('Title')] }]],
    [
      '- a\n- **b** c\n  d',
      [
        {
          kind: 'list',
          isOrdered: false,
          items: [[text('a')], [{ kind: 'strong', parts: [text('b')] }, text(' c d')]],
        },
      ],
    ],
    ['1. a\n2) b', [{ kind: 'list', isOrdered: true, items: [[text('a')], [text('b')]] }]],
    [
      '```sh\nrm -rf *\n```\nafter',
      [
        { kind: 'code', text: 'rm -rf *' },
        { kind: 'paragraph', parts: [text('after')] },
      ],
    ],
    ['```\nnot closed', [{ kind: 'code', text: 'not closed' }]],
    ['> said', [{ kind: 'quote', parts: [text('said')] }]],
    ['---', [{ kind: 'rule' }]],
    [
      'a `b` *c* _d_ snake_case 2 * 3',
      [
        {
          kind: 'paragraph',
          parts: [
            text('a '),
            { kind: 'code', text: 'b' },
            text(' '),
            { kind: 'em', parts: [text('c')] },
            text(' '),
            { kind: 'em', parts: [text('d')] },
            text(' snake_case 2 * 3'),
          ],
        },
      ],
    ],
    ['![x](http://evil/a.png)', [{ kind: 'paragraph', parts: [{ kind: 'image', text: 'x' }] }]],
    [
      '[go](javascript:alert(1)) x',
      [{ kind: 'paragraph', parts: [{ kind: 'link', text: 'go', href: 'javascript:alert(1' }, text(') x')] }],
    ],
    ['<img src=x onerror=alert(1)>', [{ kind: 'paragraph', parts: [text('<img src=x onerror=alert(1)>')] }]],
    ['\\*not\\* [open', [{ kind: 'paragraph', parts: [text('*not* [open')] }]],
  ]
  for (const [source, expected] of rows) {
    assert.deepEqual(
      readMarkdown(source).map(({ source: _source, ...block }: Block) => block),
      expected,
      source,
    )
  }
})

test('an answer that is made to be slow is read like any other', () => {
  for (const piece of ['*', '**a', '[', '![', '`', '``', '_a', '[x](', '- ', '> ', '#', '***a**']) {
    const source = piece.repeat(Math.floor(answerLimit / piece.length))
    assert.ok(readMarkdown(source).length > 0, piece)
  }
})
