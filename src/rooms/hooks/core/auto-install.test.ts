import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAutoInstall, setAutoInstall } from './auto-install.ts'

/** config.json before, and after it was set to false and to true. */
const settings: [string, string | null, string | null, string | null][] = [
  ['no file', null, '{\n  "hooks": {\n    "autoInstall": false\n  }\n}\n', null],
  ['an empty object', '{}', '{\n  "hooks": {\n    "autoInstall": false\n  }\n}', '{}'],
  ['other keys', '{ "db": {} }\n', '{ "db": {}, "hooks":{"autoInstall":false} }\n', '{ "db": {} }\n'],
  [
    'other hook keys',
    '{\n    "hooks": {\n        "port": 7421\n    }\n}',
    '{\n    "hooks": {\n        "port": 7421,\n        "autoInstall": false\n    }\n}',
    '{\n    "hooks": {\n        "port": 7421\n    }\n}',
  ],
  [
    'nothing set of hooks',
    '{\n  "hooks": {}\n}',
    '{\n  "hooks": {\n    "autoInstall": false\n  }\n}',
    '{\n  "hooks": {}\n}',
  ],
  [
    'other keys, a line each',
    '{\n  "db": 1\n}',
    '{\n  "db": 1,\n  "hooks": {\n    "autoInstall": false\n  }\n}',
    '{\n  "db": 1\n}',
  ],
  [
    'the setting twice, of which the last counts',
    '{"hooks":{"autoInstall":false,"autoInstall":true}}',
    '{"hooks":{"autoInstall":false,"autoInstall":false}}',
    '{"hooks":{"autoInstall":false,"autoInstall":true}}',
  ],
  ['a byte order mark', '\ufeff{"a":1}', '\ufeff{"a":1,"hooks":{"autoInstall":false}}', '\ufeff{"a":1}'],
  ['true', '{"hooks":{"autoInstall": true }}', '{"hooks":{"autoInstall": false }}', '{"hooks":{"autoInstall": true }}'],
  ['false', '{"hooks":{"autoInstall":false}}', '{"hooks":{"autoInstall":false}}', '{"hooks":{"autoInstall":true}}'],
  ['a wrong type', '{"hooks":{"autoInstall":0}}', '{"hooks":{"autoInstall":false}}', '{"hooks":{"autoInstall":0}}'],
]

for (const [name, before, off, on] of settings) {
  test(`config.json with ${name} is switched off and on, and nothing else changes`, () => {
    assert.deepEqual(setAutoInstall(before, false), { ok: true, value: off })
    assert.deepEqual(setAutoInstall(before, true), { ok: true, value: on })
  })
}

const refused: [string, string][] = [
  ['{', 'is not valid JSON'],
  ['[]', 'does not hold a JSON object'],
  ['{"hooks":[]}', 'has a "hooks" that is no object'],
]

for (const [text, error] of refused) {
  test(`a config.json of ${text} is left alone`, () => {
    assert.deepEqual(setAutoInstall(text, false), { ok: false, error })
  })
}

const read: [string, boolean | null][] = [
  ['{}', true],
  ['{"hooks":{}}', true],
  ['{"hooks":{"autoInstall":true}}', true],
  ['{"hooks":{"autoInstall":false}}', false],
  ['{"hooks":{"autoInstall":true,"autoInstall":false}}', false],
  ['{"hooks":[]}', true],
  ['[]', true],
  ['{', null],
  ['\ufeff{"hooks":{"autoInstall":false}}', false],
]

for (const [text, value] of read) {
  test(`${text} says ${value} to automatic installing`, () => assert.equal(readAutoInstall(text), value))
}
