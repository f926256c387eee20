import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { codeAgent } from '#base/harness/code-agent.ts'
import { codex } from '#base/harness/codex.ts'
import { gemini } from '#base/harness/gemini.ts'
import { addHooks, findHooks, removeHooks, type HookPlan } from './settings-hooks.ts'

const all = [codeAgent, codex, gemini].map(({ reports }) => reports)
const plan: HookPlan = { reports: codeAgent.reports, home: '/home/ann/.service', missing: [] }

function added(text: string | null, with_: HookPlan = plan): string {
  const result = addHooks(text, with_)
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

function removed(text: string): string | null {
  const result = removeHooks(text, gemini.reports)
  assert.ok(result.ok, JSON.stringify(result))
  return result.value.text
}

const originals: [string, string][] = [
  ['an empty object', '{}'],
  ['an empty object with a line end', '{}\n'],
  ['an empty object with blanks', '{\n}\n'],
  ['other settings', '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(echo:*)"] }\n}\n'],
  ['one line', '{"model":"opus"}'],
  ['an empty hooks object', '{\n  "hooks": {}\n}'],
  ['an empty hooks object with blanks', '{\n  "hooks": { }\n}'],
  ['an empty list', '{"hooks":{"Stop":[],"PostToolUse":[ ]}}'],
  [
    'hooks of others',
    '{\n    "hooks": {\n        "Stop": [\n            {"hooks":[{"type":"command","command":"say done"}]}\n        ],\n' +
      '        "PreToolUse": [{ "matcher": "Bash", "hooks": [ ] }]\n    },\n    "env": {"A": "\\u00e9"}\n}',
  ],
  ['tabs and Windows line ends', '{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n'],
  ['groups of a strange shape', '{"hooks":{"Stop":[1,"x",{"hooks":{}},{"hooks":[{"command":["x"]}]}]}}'],
]

for (const [name, text] of originals) {
  for (const reports of all) {
    test(`a file with ${name} gets the hooks of ${reports.client} once and is restored by uninstalling`, () => {
      const installed = added(text, { ...plan, reports })
      assert.deepEqual(findHooks(installed, reports), { ok: true, value: presentEvents(installed, reports) })
      assert.equal(added(installed, { ...plan, reports }), installed)
      assert.equal(removed(installed), text)
    })
  }
}

test('the hook that asks is given its time, also where an older version installed it', () => {
  const now = added('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done","timeout":5}]}]}}')
  const older = now
    .replace(/s=orrery-approval\.sh; .*? \|\| s=orrery-hook\.sh; /, '')
    .replace('$h/$s', '$h/orrery-hook.sh')
    .replace('"timeout":3600', '"timeout":5')
  assert.notEqual(older, now)
  assert.equal(added(older), now)
  const { PermissionRequest: asks, PostToolUse: tells, Stop: ends } = JSON.parse(now).hooks
  assert.deepEqual([asks[0].hooks[0].timeout, tells[0].hooks[0].timeout], [3600, 5])
  assert.deepEqual(ends[0].hooks[0], { type: 'command', command: 'say done', timeout: 5 })
})

/** All events of the client, in the order in which they stand in the file. */
function presentEvents(text: string, reports: HookPlan['reports']): string[] {
  const { hooks } = JSON.parse(text)
  return Object.keys(hooks).filter((event) => reports.events.includes(event))
}

test('hooks beside those of others look as if a person had written them, too', () => {
  const group = { matcher: 'Bash', hooks: [{ type: 'command', command: 'say done' }] }
  for (const hooks of [{ PreToolUse: [group] }, { Stop: [group], PostToolUse: [group] }]) {
    const installed = added(`${JSON.stringify({ hooks }, null, 2)}\n`)
    assert.equal(installed, `${JSON.stringify(JSON.parse(installed), null, 2)}\n`)
  }
})

test('the first hooks of a plain file look as if a person had written them', () => {
  const installed = added('{\n  "model": "opus"\n}\n', { ...plan, reports: gemini.reports })
  const parsed = JSON.parse(installed)
  assert.equal(installed, `${JSON.stringify(parsed, null, 2)}\n`)
  assert.deepEqual(Object.keys(parsed.hooks), [
    'SessionStart',
    'BeforeAgent',
    'AfterTool',
    'AfterAgent',
    'Notification',
  ])
  assert.equal(parsed.hooks.AfterTool[0].hooks[0].type, 'command')
  assert.equal(parsed.hooks.AfterTool[0].hooks[0].timeout, 5000)
  assert.match(parsed.hooks.AfterTool[0].hooks[0].command, / AfterTool gemini # orrery \+event \+hooks$/)
})

test('a file that did not exist is taken away again, its folder only when we made that', () => {
  const made = added(null, { ...plan, missing: ['file'] })
  assert.deepEqual(removeHooks(made, gemini.reports), { ok: true, value: { text: null, madeFolder: false } })
  const madeBoth = added(null, { ...plan, missing: ['file', 'folder'] })
  assert.deepEqual(removeHooks(madeBoth, gemini.reports), { ok: true, value: { text: null, madeFolder: true } })
})

test('what a person added to a file of ours stays', () => {
  const made = JSON.parse(added(null, { ...plan, missing: ['file'] }))
  made.model = 'opus'
  made.hooks.Stop.push({ hooks: [{ type: 'command', command: 'say done' }] })
  made.hooks.Stop[0].hooks.unshift({ type: 'command', command: 'say first' })
  assert.deepEqual(JSON.parse(removed(JSON.stringify(made)) ?? ''), {
    hooks: {
      Stop: [
        { hooks: [{ type: 'command', command: 'say first' }] },
        { hooks: [{ type: 'command', command: 'say done' }] },
      ],
    },
    model: 'opus',
  })
})

test('a client that writes its settings anew does not keep us from leaving', () => {
  const rewritten = JSON.stringify(JSON.parse(added('{"model":"opus"}')), null, 2)
  assert.deepEqual(JSON.parse(removed(rewritten) ?? ''), { model: 'opus' })
})

test('the hooks of another home are taken over, and uninstalling still restores the original', () => {
  const text = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}'
  const first = added(text)
  const second = added(first, { ...plan, home: "/srv/two homes/'x'" })
  assert.equal(second, added(text, { ...plan, home: "/srv/two homes/'x'" }))
  assert.equal(removed(second), text)
})

const refusals: [string, string, string, string][] = [
  ['an empty file', '', 'invalid_json', 'is not valid JSON (comments are not allowed either)'],
  ['a half file', '{"hooks":{', 'invalid_json', 'is not valid JSON (comments are not allowed either)'],
  ['comments', '{ // mine\n}', 'invalid_json', 'is not valid JSON (comments are not allowed either)'],
  ['a comma too many', '{"a":1,}', 'invalid_json', 'is not valid JSON (comments are not allowed either)'],
  ['a list', '[]', 'unexpected_shape', 'does not hold a JSON object'],
  ['null', 'null', 'unexpected_shape', 'does not hold a JSON object'],
  ['hooks as a list', '{"hooks":[]}', 'unexpected_shape', 'has a "hooks" that is no object'],
  ['hooks as null', '{"hooks":null}', 'unexpected_shape', 'has a "hooks" that is no object'],
  ['hooks twice', '{"hooks":{},"hooks":{}}', 'unexpected_shape', 'names "hooks" twice'],
  ['an event as an object', '{"hooks":{"Stop":{}}}', 'unexpected_shape', 'has a "Stop" hook that is no list'],
  ['an event twice', '{"hooks":{"Stop":[],"Stop":[]}}', 'unexpected_shape', 'names the hook "Stop" twice'],
]

for (const [name, text, code, reason] of refusals) {
  test(`a settings file with ${name} is refused`, () => {
    assert.deepEqual(addHooks(text, plan), { ok: false, error: { code, reason } })
  })
}

const json = fc.jsonValue({ maxDepth: 2 })
const hook = fc.oneof(fc.record({ type: fc.constant('command'), command: fc.string() }), json)
const group = fc.oneof(fc.record({ matcher: fc.string(), hooks: fc.array(hook, { maxLength: 3 }) }), json)
const eventName = fc.constantFrom('Stop', 'PostToolUse', 'SessionStart', 'PreToolUse', 'BeforeAgent', 'AfterTool')
const hooks = fc.dictionary(eventName, fc.array(group, { maxLength: 3 }), { maxKeys: 4 })
const rest = fc.dictionary(
  fc.string().filter((key) => key !== 'hooks'),
  json,
  { maxKeys: 4 },
)
const settings = fc.tuple(rest, fc.option(hooks, { nil: undefined }), fc.boolean()).map(([rest, hooks, first]) => {
  if (hooks === undefined) return rest
  return first ? { hooks, ...rest } : { ...rest, hooks }
})
const blank = fc.stringMatching(/^[ \n\t\r]{0,4}$/)
const text = fc.oneof(
  fc
    .tuple(settings, fc.constantFrom(0, 1, 2, 4, '\t'), fc.constantFrom('', '\n'))
    .map(([value, indent, end]) => JSON.stringify(value, null, indent) + end),
  fc.tuple(settings, fc.infiniteStream(blank)).map(([value, blanks]) => scatter(JSON.stringify(value), blanks)),
)

/** Puts blanks wherever JSON allows them. */
function scatter(compact: string, blanks: Iterator<string>): string {
  const tokens = compact.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"]+/g) ?? []
  const next = (): string => blanks.next().value ?? ''
  return next() + tokens.map((token) => token + next()).join('')
}

test('for any settings, installing keeps what others have, does nothing twice, and uninstalling restores every byte', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...all), fc.string(), (original, reports, folder) => {
      const home = `/home/${folder}`
      const installed = added(original, { ...plan, reports, home })
      assert.equal(added(installed, { ...plan, reports, home }), installed)
      assert.equal(removed(installed), original)
      assertOthersKept(JSON.parse(original), JSON.parse(installed))
    }),
    { numRuns: 400 },
  )
})

function assertOthersKept(before: Record<string, unknown>, after: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(before)) if (key !== 'hooks') assert.deepEqual(after[key], value)
  const [hooksBefore, hooksAfter] = [before['hooks'] ?? {}, after['hooks'] ?? {}] as Record<string, unknown[]>[]
  for (const [event, groups] of Object.entries(hooksBefore ?? {})) {
    assert.deepEqual(hooksAfter?.[event]?.slice(0, groups.length), groups)
  }
}
