import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shellLine, shellWord } from './shell-word.ts'

test('arguments are quoted only where a shell would read them otherwise', () => {
  const rows: [string, string][] = [
    ['agent-claude-1', 'agent-claude-1'],
    ['a b', "'a b'"],
    ["it's", String.raw`'it'\''s'`],
    ['$(rm -rf /)', "'$(rm -rf /)'"],
    ['', "''"],
    ['a\nb', "'a\nb'"],
  ]
  for (const [given, quoted] of rows) assert.equal(shellWord(given), quoted)
})

test('a line keeps its words apart', () => {
  assert.equal(shellLine(['ssh', '--', 'box', 'cd x && id']), "ssh -- box 'cd x && id'")
})
