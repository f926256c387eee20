import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutDiff, longestDiff } from './cut-diff.ts'

const head = 'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n'
const hunk = '@@ -1 +1 @@\n-a\n+b\n'

const cases: readonly (readonly [string, string, ReturnType<typeof cutDiff>])[] = [
  ['hunks without their head', head + hunk, { text: hunk, is_cut: false, why: null }],
  ['nothing', '', { text: null, is_cut: false, why: 'It is as it was when the session began.' }],
  [
    'what is no text',
    'diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n',
    { text: null, is_cut: false, why: 'It is no text.' },
  ],
  [
    'an empty file',
    'diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n',
    { text: null, is_cut: false, why: 'It has no lines.' },
  ],
]
for (const [what, output, expected] of cases)
  test(`of a difference: ${what}`, () => assert.deepEqual(cutDiff(output), expected))

test('a long one is cut where a line ends, and a line without an end is cut, too', () => {
  const long = cutDiff(`${head}@@ -1 +1 @@\n${'+line\n'.repeat(longestDiff)}`)
  assert.equal(long.is_cut, true)
  assert.ok((long.text ?? '').length <= longestDiff && long.text?.endsWith('\n'))
  assert.ok((cutDiff(`${head}@@${'x'.repeat(2 * longestDiff)}`).text ?? '').length <= longestDiff)
})
