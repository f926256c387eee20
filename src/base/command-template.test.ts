import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fillTemplate, parseTemplate } from './command-template.ts'

const values = {
  prompt: 'a b {label} $(x)',
  session_name: 'agent-1',
  working_dir: '/tmp/a b',
  task_id: '',
  label: "it's",
}

const templates: readonly (readonly [command: string | string[], argv: string[]])[] = [
  ['codex exec {prompt}', ['codex', 'exec', '{prompt}']],
  ['  codex \t exec\n{prompt} ', ['codex', 'exec', '{prompt}']],
  ['a \'b c\' "d e" f\\ g', ['a', 'b c', 'd e', 'f g']],
  ['a b\'c\'"d"e', ['a', 'bcde']],
  ['a \'\' ""', ['a', '', '']],
  ['a "b\\"c\\\\d\\$e\\`f\\g"', ['a', 'b"c\\d$e`f\\g']],
  ["a 'b\\c\"'", ['a', 'b\\c"']],
  ['a $HOME `id` * ~ | ; & > #', ['a', '$HOME', '`id`', '*', '~', '|', ';', '&', '>', '#']],
  ['a b\\\nc "d\\\ne"', ['a', 'bc', 'de']],
  [
    ['my agent', '--message={prompt}', ''],
    ['my agent', '--message={prompt}', ''],
  ],
  [
    ['a', '{{"json": {prompt}}'],
    ['a', '{{"json": {prompt}}'],
  ],
]

for (const [command, argv] of templates) {
  test(`${JSON.stringify(command)} is a template`, () =>
    assert.deepEqual(parseTemplate(command), { ok: true, value: argv }))
}

test('a text is split like a shell splits it', () => {
  for (const [command] of templates) {
    if (typeof command !== 'string' || command.includes('$HOME')) continue
    const script = `set -f; printf '%s\\0' ${command.trim().replaceAll('\n{', ' {')}`
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
    assert.deepEqual(parseTemplate(command), { ok: true, value: words })
  }
})

const refused: readonly (readonly [command: string | string[], problem: RegExp])[] = [
  ['', /no program/],
  ['   ', /no program/],
  [[], /no program/],
  [['', 'a'], /no program/],
  ['-x a', /no program/],
  ["a 'b", /open quote or a "\\" at its end: 'b/],
  ['a "b\\"', /open quote/],
  ['a b\\', /at its end/],
  ['a {promt}', /unknown placeholder \{promt\}; did you mean \{prompt\}\?/],
  ['a {workingDir}', /did you mean \{working_dir\}\?/],
  ['a {xyzzyxyzzyxyzzy}', /known are \{prompt\}, \{session_name\}, \{working_dir\}, \{task_id\}, \{label\}/],
  ['a {}', /unknown placeholder/],
  [['a', '{"json": 1}'], /unknown placeholder .*"\{\{" is a brace/],
  [['a', '{prompt'], /write "\{\{" for a brace/],
  ['{prompt}', /program from a placeholder/],
  ['./{label} a', /program from a placeholder/],
  [['a', 'b\0'], /NUL/],
]

for (const [command, problem] of refused) {
  test(`${JSON.stringify(command)} is refused as a template`, () => {
    const parsed = parseTemplate(command)
    assert.match(parsed.ok ? '' : parsed.error, problem)
  })
}

const filled: readonly (readonly [template: string[], argv: string[]])[] = [
  [
    ['x', '{prompt}'],
    ['x', 'a b {label} $(x)'],
  ],
  [
    ['x', '--dir={working_dir}', '{session_name}:{label}'],
    ['x', '--dir=/tmp/a b', "agent-1:it's"],
  ],
  [
    ['x', '{task_id}'],
    ['x', ''],
  ],
  [
    ['x', '{{prompt}', '{{{prompt}}'],
    ['x', '{prompt}', '{a b {label} $(x)}'],
  ],
  [
    ['x', '{{{{', '}}'],
    ['x', '{{', '}}'],
  ],
]

for (const [template, argv] of filled) {
  test(`${JSON.stringify(template)} is filled inside its arguments, once`, () => {
    assert.deepEqual(fillTemplate(template, values), argv)
  })
}
