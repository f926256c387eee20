import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenUpdate, offeredSuggestions } from './suggestions.ts'

const rules = (ruleContent?: string, behavior = 'allow', toolName = 'Bash') => ({
  type: 'addRules',
  rules: [{ toolName, ruleContent }],
  behavior,
  destination: 'localSettings',
})

const offers: [string, unknown, string | null][] = [
  ['a mode that accepts edits', { type: 'setMode', mode: 'acceptEdits' }, 'every edit in this session'],
  ['a mode that bypasses permissions', { type: 'setMode', mode: 'bypassPermissions' }, null],
  ['a mode that nobody knows', { type: 'setMode', mode: 'yolo' }, null],
  ['a mode that asks for less and is not bounded', { type: 'setMode', mode: 'dontAsk' }, null],
  ['a rule with a beginning', rules('npm test:*'), 'Bash that begins with “npm test”, in this session'],
  ['a rule with a wildcard', rules('git commit *'), 'Bash that begins with “git commit”, in this session'],
  ['a rule of one command', rules('ls -la'), 'Bash “ls -la”, in this session'],
  ['a rule of a whole tool', rules(undefined, 'allow', 'WebSearch'), 'every WebSearch, in this session'],
  ['a rule that denies', rules('rm:*', 'deny'), null],
  ['a rule that asks', rules('rm:*', 'ask'), null],
  ['folders', { type: 'addDirectories', directories: ['/a', '/b'] }, 'files in /a, /b, in this session'],
  ['no folder', { type: 'addDirectories', directories: [] }, null],
  ['what a newer client offers', { type: 'replaceRules', rules: [] }, null],
  ['no object', 'acceptEdits', null],
  ['null', null, null],
]

for (const [name, sent, label] of offers) {
  test(`${name} is ${label === null ? 'not offered' : `offered as “${label}”`}`, () => {
    const offered = offeredSuggestions(['first', sent])
    assert.deepEqual(offered, label === null ? [] : [{ index: 1, label }])
    assert.equal(chosenUpdate([sent], 0) === null, label === null)
  })
}

test('what is chosen holds for the session alone, whatever the client had offered', () => {
  assert.deepEqual(chosenUpdate([rules('npm test:*')], 0), {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
    behavior: 'allow',
    destination: 'session',
  })
  assert.equal(chosenUpdate([rules('npm test:*')], 1), null)
})

test('the words of a button are one line and have an end', () => {
  const [offered] = offeredSuggestions([rules(`a\n${'b'.repeat(500)}`)])
  assert.ok(offered !== undefined && offered.label.length <= 120 && !offered.label.includes('\n'))
})
