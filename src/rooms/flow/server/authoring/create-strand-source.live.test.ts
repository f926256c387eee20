import assert from 'node:assert/strict'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeAuthoringHome, stepCall } from './authoring.testkit.ts'

test('a home without files of its own has the built-in strands and starts no process', async () => {
  await using home = await makeAuthoringHome({})
  const { strands, errors } = await home.source.load()
  assert.deepEqual(
    strands.map(({ definition }) => definition.id),
    ['built-in'],
  )
  assert.deepEqual(errors, [])
})

test('the default export and named ones with id and steps become strands, with defaults filled in', async () => {
  await using home = await makeAuthoringHome({
    'workflows/two.ts': `
      import { defineStrand } from 'orrery/strand'
      export const helper = { id: 'no strand' }
      export default defineStrand({ id: 'first', schedule: '0 3 * * *', steps: [{ id: 'a', run: () => 1, timeout: '90s' }] })
      export const other = { id: 'second', steps: [{ id: 'a', run() {} }] }
    `,
    'workflows/plain.mjs': `export default { id: 'third', triggerType: 'webhook', steps: [{ id: 'a', run() {} }] }`,
    'workflows/lib/helper.ts': `export const not = 'looked at'`,
    'workflows/types.d.ts': `export type Not = 'looked at'`,
  })
  const { strands, errors } = await home.source.load()
  assert.deepEqual(errors, [])
  const shown = strands.map(({ definition: { id, triggerType, schedule, enabled, origin, steps } }) => {
    return { id, triggerType, schedule, enabled, origin, timeouts: steps.map(({ timeoutMs }) => timeoutMs) }
  })
  assert.deepEqual(shown, [
    { id: 'built-in', triggerType: 'manual', schedule: null, enabled: true, origin: 'builtin', timeouts: [600_000] },
    { id: 'third', triggerType: 'webhook', schedule: null, enabled: true, origin: 'user', timeouts: [600_000] },
    { id: 'first', triggerType: 'cron', schedule: '0 3 * * *', enabled: true, origin: 'user', timeouts: [90_000] },
    { id: 'second', triggerType: 'manual', schedule: null, enabled: true, origin: 'user', timeouts: [600_000] },
  ])
})

test("a user's strand takes the place of a built-in one, and may use its bodies", async () => {
  await using home = await makeAuthoringHome({
    'workflows/mine.ts': `
      import { defineStrand } from 'orrery/strand'
      export default defineStrand({ id: 'built-in', schedule: '@hourly', steps: [{ id: 'x', uses: 'built-in/say' }] })
    `,
  })
  const { strands, errors } = await home.source.load()
  assert.deepEqual(errors, [])
  assert.equal(strands.length, 1)
  assert.equal(strands[0]?.definition.origin, 'user')
  assert.equal(await strands[0]?.runStep(stepCall({ stepId: 'x', input: 'me' })), 'hello "me"')
})

const bad: readonly { name: string; text: string; line: number | null; reason: RegExp }[] = [
  { name: 'syntax.ts', text: 'const a: number = 1\n\nconst b = = 2\n', line: 3, reason: /Expression expected/ },
  { name: 'syntax.js', text: 'const a = 1\n\nconst b = = 2\n', line: 3, reason: /Unexpected token '='/ },
  { name: 'enum.ts', text: '\nenum Not { Erasable }\n', line: 2, reason: /enum is not supported/ },
  { name: 'missing.ts', text: "\n\nimport './nowhere.ts'\n", line: 3, reason: /Cannot find module .*nowhere\.ts/ },
  { name: 'package.ts', text: "import 'no-such-package'\n", line: 1, reason: /Cannot find package 'no-such-package'/ },
  {
    name: 'no-export.ts',
    text: "\nimport { nothing } from './lib/fine.ts'\n",
    line: 2,
    reason: /export named 'nothing'/,
  },
  { name: 'throws.ts', text: "\n\n\nthrow new TypeError('boo')\n", line: 4, reason: /^TypeError: boo$/ },
  { name: 'throws-text.ts', text: "throw 'boo'\n", line: null, reason: /threw 'boo', which is no Error/ },
  { name: 'exits.ts', text: 'process.exit(3)\n', line: 1, reason: /process\.exit\(3\) was called/ },
  { name: 'nothing.ts', text: 'export const a = 1\n', line: null, reason: /exports no strand/ },
  {
    name: 'cron.ts',
    text: "export default {\n  id: 'cron',\n  schedule: '61 * * * *',\n  steps: [{ id: 'a', run() {} }],\n}\n",
    line: 3,
    reason: /schedule "61 \* \* \* \*" is no cron expression/,
  },
  {
    name: 'cycle.ts',
    text: "export default {\n  id: 'cycle',\n  steps: [\n    { id: 'a', after: ['b'], run() {} },\n    { id: 'b', after: ['a'], run() {} },\n  ],\n}\n",
    line: 3,
    reason: /steps wait for each other in a circle: .*a → b|b → a/,
  },
  {
    name: 'twice.ts',
    text: "export default {\n  id: 'twice',\n  steps: [\n    { id: 'a', run() {} },\n    { id: 'a', run() {} },\n  ],\n}\n",
    line: 5,
    reason: /steps\.1\.id a is the id of step 0, too/,
  },
  {
    name: 'after.ts',
    text: "export default {\n  id: 'after',\n  steps: [\n    { id: 'scrape', run() {} },\n    { id: 'b',\n      after: ['scrap'], run() {} },\n  ],\n}\n",
    line: 6,
    reason: /steps\.1\.after\.0 scrap is no step of this strand; did you mean scrape\?/,
  },
  {
    name: 'field.ts',
    text: "export default {\n  id: 'field',\n  steps: [\n    { id: 'a',\n      timeot: 5, run() {} },\n  ],\n}\n",
    line: 5,
    reason: /steps\.0\.timeot is not a known field \(did you mean "timeout"\?\)/,
  },
  {
    name: 'body.ts',
    text: "\nexport default { id: 'body', steps: [{ id: 'a' }] }\n",
    line: 2,
    reason: /steps\.0 has no body/,
  },
  {
    name: 'uses.ts',
    text: "\nexport default { id: 'uses', steps: [{ id: 'a', uses: 'built-in/shout' }] }\n",
    line: 2,
    reason: /names "built-in\/shout", which no built-in strand has/,
  },
  {
    name: 'same.ts',
    text: "\nexport default { id: 'fine', steps: [{ id: 'a', run() {} }] }\n",
    line: 2,
    reason: /"fine" is the id of a strand in workflows\/fine\.ts, too/,
  },
  { name: 'bad name.ts', text: '', line: null, reason: /has a name with other characters/ },
]

test('a bad file is reported with its line, and all others are loaded', async (t) => {
  const files = bad.map(({ name, text }) => [`workflows/${name}`, text])
  await using home = await makeAuthoringHome({
    ...Object.fromEntries(files),
    'workflows/lib/fine.ts': '',
    'workflows/fine.ts': "export default { id: 'fine', steps: [{ id: 'a', run: () => 'ran' }] }",
  })
  await symlink(join(home.path, 'workflows/fine.ts'), join(home.path, 'workflows/linked.ts'))
  const { strands, errors } = await home.source.load()
  const fine = strands.find(({ definition }) => definition.id === 'fine')
  assert.equal(await fine?.runStep(stepCall({ stepId: 'a' })), 'ran')
  for (const { name, line, reason } of bad) {
    await t.test(name, () => {
      const found = errors.filter(({ file }) => file === `workflows/${name}`)
      assert.equal(found.length, 1, JSON.stringify(found))
      assert.match(found[0]?.reason ?? '', reason)
      assert.equal(found[0]?.line, line)
    })
  }
  await t.test('a link is refused', () => {
    const found = errors.find(({ file }) => file === 'workflows/linked.ts')
    assert.match(found?.reason ?? '', /is a symbolic link/)
  })
})

test('an import that never ends, or that ends its process, is told, and costs no other file', async () => {
  await using home = await makeAuthoringHome({
    'workflows/a.ts': "export default { id: 'a', steps: [{ id: 'a', run: () => 'a' }] }",
    'workflows/b.ts': 'const all = []\nfor (;;) all.push(new Array(1e6).fill(1))',
    'workflows/c.ts': 'await new Promise(() => setInterval(() => {}, 1000))',
    'workflows/d.ts': "export default { id: 'd', steps: [{ id: 'a', run: () => 'd' }] }",
  })
  const { strands, errors } = await home.source.load()
  assert.deepEqual(
    strands.map(({ definition }) => definition.id),
    ['built-in', 'a', 'd'],
  )
  assert.deepEqual(
    errors.map(({ file }) => file),
    ['workflows/b.ts', 'workflows/c.ts'],
  )
  assert.match(errors[0]?.reason ?? '', /out of memory/)
  assert.match(errors[1]?.reason ?? '', /import did not end within/)
})

test('a reload takes up edits of a file and of what it imports, and a run under way keeps what it began with', async () => {
  await using home = await makeAuthoringHome({
    'workflows/words.ts': `
      import { word } from './lib/word.ts'
      export default { id: 'words', steps: [{ id: 'say', run: () => word + '!' }] }
    `,
    'workflows/lib/word.ts': "export const word = 'old'",
  })
  const find = async () => (await home.source.load()).strands.find(({ definition }) => definition.id === 'words')
  const before = await find()
  const same = await find()
  await writeFile(join(home.path, 'workflows/lib/word.ts'), "export const word = 'new'")
  const after = await find()
  assert.equal(await after?.runStep(stepCall({ stepId: 'say' })), 'new!')
  // Its process ended with the reload: another one starts from the texts of that time.
  assert.equal(await before?.runStep(stepCall({ stepId: 'say' })), 'old!')
  assert.equal(before?.version, same?.version)
  assert.notEqual(before?.version, after?.version)
})

test('a step that is under way while everything is read anew ends with the code that it began with', async () => {
  await using home = await makeAuthoringHome({
    'workflows/slow.ts': `
      import { existsSync } from 'node:fs'
      import { setTimeout as wait } from 'node:timers/promises'
      export default { id: 'slow', steps: [{ id: 'a', async run({ output }) {
        output('begun')
        while (!existsSync('go')) await wait(10)
        return (await import('./lib/word.ts')).word
      } }] }
    `,
    'workflows/lib/word.ts': "export const word = 'late, so from disk'",
  })
  const find = async () => (await home.source.load()).strands.find(({ definition }) => definition.id === 'slow')
  const before = await find()
  const begun = Promise.withResolvers<string>()
  const running = before?.runStep(stepCall({ stepId: 'a', output: begun.resolve }))
  await begun.promise
  await writeFile(
    join(home.path, 'workflows/slow.ts'),
    "export default { id: 'slow', steps: [{ id: 'a', run: () => 'new' }] }",
  )
  const after = await find()
  assert.equal(await after?.runStep(stepCall({ stepId: 'a' })), 'new')
  await writeFile(join(home.path, 'go'), '')
  assert.equal(await running, 'late, so from disk')
})

test('a folder that is a link, or no folder, is told, and the built-in strands are there', async () => {
  await using home = await makeAuthoringHome({
    'elsewhere/a.ts': "export default { id: 'a', steps: [{ id: 'a', run() {} }] }",
  })
  await symlink(join(home.path, 'elsewhere'), join(home.path, 'workflows'))
  const linked = await home.source.load()
  assert.match(linked.errors[0]?.reason ?? '', /is no folder of its own/)
  assert.deepEqual(
    linked.strands.map(({ definition }) => definition.id),
    ['built-in'],
  )
})

test('loads that come together share one', async () => {
  await using home = await makeAuthoringHome({
    'workflows/a.ts': "export default { id: 'a', steps: [{ id: 'a', run() {} }] }",
  })
  const [, second, third] = await Promise.all([home.source.load(), home.source.load(), home.source.load()])
  assert.equal(second, third)
})

test('the home gets the module type and the package with the types, for its owner alone', async () => {
  await using home = await makeAuthoringHome({})
  await home.source.load()
  assert.deepEqual(JSON.parse(await readFile(join(home.path, 'package.json'), 'utf8')), {
    type: 'module',
    private: true,
  })
  for (const file of ['package.json', 'node_modules/orrery/strand.d.ts', 'node_modules/orrery/package.json']) {
    assert.equal((await stat(join(home.path, file))).mode & 0o777, 0o600, file)
  }
})

test('a package.json of your own stays, and a link in the place of node_modules is not written through', async () => {
  await using home = await makeAuthoringHome({ 'package.json': '{ "name": "mine" }' })
  await mkdir(join(home.path, 'elsewhere'))
  await symlink(join(home.path, 'elsewhere'), join(home.path, 'node_modules'))
  await home.source.load()
  assert.equal(await readFile(join(home.path, 'package.json'), 'utf8'), '{ "name": "mine" }')
  await assert.rejects(stat(join(home.path, 'elsewhere/orrery')))
})

test('a file that can no longer be read is named by the path of the strands that it brought', async () => {
  await using home = await makeAuthoringHome({
    'workflows/report.ts': "export default { id: 'report', steps: [{ id: 'a', run() {} }] }",
    'workflows/other.ts': "export default { id: 'other', steps: [{ id: 'a', run() {} }] }",
  })
  assert.equal((await home.source.load()).unread.size, 0)
  const path = join(home.path, 'workflows/report.ts')
  for (const text of ['export default {', "export default { id: 'report', steps: [] }", 'export const nothing = 1']) {
    await writeFile(path, text)
    const { strands, errors, unread } = await home.source.load()
    assert.deepEqual([...unread], [[path, errors[0]]], text)
    assert.ok(strands.some(({ definition }) => definition.id === 'other'))
  }
})
