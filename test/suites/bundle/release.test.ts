// A version is published once, from a commit, with a word on what changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNot, type Candidate } from '../../../tools/release/why-not.ts'

const good: Candidate = {
  version: '0.2.0',
  changelog: '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n- **Mended**: a thing.\n\n## 0.1.0\n- First.\n',
  tags: ['v0.1.0', ''],
  isDirty: false,
}

const cases: readonly (readonly [string, Partial<Candidate>, readonly RegExp[]])[] = [
  ['one with its own entries', {}, []],
  ['one with no section', { version: '0.3.0' }, [/says nothing of 0\.3\.0/]],
  ['one whose section is empty', { changelog: '## 0.2.0\n\n## 0.1.0\n- First.\n' }, [/says nothing of 0\.2\.0/]],
  ['one whose name only begins another', { changelog: '## 0.2.01\n- Other.\n' }, [/says nothing of 0\.2\.0/]],
  [
    'one whose entries still wait for a heading',
    { changelog: '## Unreleased\n- A.\n- B.\n' },
    [/2 entries under "Unreleased": give them the heading "## 0\.2\.0"/],
  ],
  ['one that was released', { version: '0.1.0' }, [/v0\.1\.0 was released already/]],
  ['one with changes that no commit holds', { isDirty: true }, [/commit them first/]],
  ['one with all of that', { version: '0.1.0', changelog: '', isDirty: true }, [/commit/, /already/, /says nothing/]],
]

for (const [what, change, expected] of cases) {
  test(`${what} is ${expected.length === 0 ? 'published' : 'refused in words'}`, () => {
    const reasons = whyNot({ ...good, ...change })
    assert.equal(reasons.length, expected.length, reasons.join('\n'))
    expected.forEach((pattern, index) => assert.match(reasons[index] ?? '', pattern))
  })
}
