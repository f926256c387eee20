// What a person has in a client's settings, installed into and taken out of a hundred times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { blankComments } from '#base/json-comments.ts'
import { addTo, findIn, survey, takeFrom } from './client-file.ts'
import { clientHooks, hookClients, type HookClient } from './clients.ts'

const plan = (client: HookClient) => ({ client, home: '/home/ann/.service', missingFolders: 0 })

/** As people have them: with hooks of their own, odd layouts, and comments where the client takes them. */
const plain: readonly string[] = [
  '{}\n',
  '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(git diff:*)"], "deny": [] },\n  "env": { "A": "http://x//y" }\n}\n',
  '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}],"SessionStart":[]}}',
  '{\r\n\t"hooks": {\r\n\t\t"PostToolUse": [\r\n\t\t\t{ "matcher": "Edit", "hooks": [ { "type": "command", "command": "npx prettier" } ] }\r\n\t\t]\r\n\t}\r\n}\r\n',
  '\ufeff{\n    "theme": "dark",\n    "hooks": {}\n}',
]
const commented: readonly string[] = [
  '// My settings.\n{\n  // The big one.\n  "model": "pro", // since May\n  "ui": { "theme": "dark" } /* as it was */\n}\n',
  '{\n  "hooks": {\n    // Tests after each edit.\n    "AfterTool": [\n      /* only edits */\n      { "matcher": "replace", "hooks": [{ "type": "command", "command": "npm test // all" }] } // mine\n    ] // tools\n  } // hooks\n  // the end\n}\n',
  '{ /* nothing yet */ }\n',
]

for (const client of hookClients.filter((each) => clientHooks[each].by === 'hooks')) {
  const texts = client === 'gemini' ? [...plain, ...commented] : plain
  for (const text of texts)
    test(`a hundred times in and out of ${client}: ${JSON.stringify(text).slice(0, 60)}`, () => {
      let now = text
      for (let time = 0; time < 100; time += 1) {
        const added = addTo(now, plan(client))
        assert.ok(added.ok, JSON.stringify(added))
        assert.deepEqual(survey(added.value, plan(client)), {
          ok: true,
          value: { ...seen(client), others: othersIn(text) },
        })
        assert.ok(othersKept(text, added.value))
        const taken = takeFrom(added.value, client)
        assert.ok(taken.ok && taken.value.text !== null)
        now = taken.value.text
        assert.equal(now, text, `after ${time + 1}`)
      }
    })
}

function seen(client: HookClient) {
  return { state: 'installed', events: clientHooks[client].events, missing: [] }
}

const commandsIn = (text: string): string[] =>
  [...blankComments(text).matchAll(/"command": ?("(?:[^"\\]|\\.)*")/g)].map(([, command = '']) => command)
const othersIn = (text: string): number => commandsIn(text).length

/** Every command of somebody else still stands there, in its order. */
function othersKept(before: string, after: string): boolean {
  const own = commandsIn(after).filter((command) => !command.includes('# orrery'))
  return JSON.stringify(own) === JSON.stringify(commandsIn(before))
}

const comment = fc.constantFrom('', '', ' ', '\n', ' // why\n', ' /* , "x": [ */ ', '\n  // { not this }\n')
const value = fc.constantFrom('1', '"a // b"', '[1, 2]', '{ "c": null }', '"/*"')

test('with comments anywhere between the entries a person finds every byte as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(comment, value, comment), { maxLength: 4 }), comment, (entries, last) => {
      const members = entries.map(([before, of, after], at) => `${before}"k${at}":${after}${of}`)
      const text = `{${members.join(',')}${last}}`
      const added = addTo(text, plan('gemini'))
      assert.ok(added.ok, text)
      assert.doesNotThrow(() => JSON.parse(blankComments(added.value)) as unknown, added.value)
      const taken = takeFrom(added.value, 'gemini')
      assert.equal(taken.ok && taken.value.text, text)
    }),
    { numRuns: 400 },
  )
})

test('comments are refused where the client takes none', () => {
  for (const client of ['claude', 'codex'] as const) assert.equal(addTo(commented[0] ?? '', plan(client)).ok, false)
})

test('a plugin is a file of ours: it comes, is renewed, and goes; one of somebody else stays', () => {
  let missingFolders = 2
  for (let time = 0; time < 100; time += 1) {
    const added = addTo(null, { ...plan('opencode'), missingFolders })
    assert.ok(added.ok)
    assert.deepEqual(findIn(added.value, 'opencode'), { ok: true, value: clientHooks.opencode.events })
    assert.deepEqual(addTo(added.value, plan('opencode')), added)
    const elsewhere = addTo(added.value, { ...plan('opencode'), home: '/other' })
    assert.ok(elsewhere.ok && elsewhere.value !== added.value)
    assert.deepEqual(takeFrom(elsewhere.value, 'opencode'), {
      ok: true,
      value: { text: null, madeFolders: missingFolders },
    })
    missingFolders = 0
  }
  const theirs = 'export const Orrery = async () => ({})\n'
  assert.equal(addTo(theirs, plan('opencode')).ok, false)
  assert.deepEqual(takeFrom(theirs, 'opencode'), { ok: true, value: { text: theirs, madeFolders: 0 } })
})
