import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionFact, ToolUse } from '../contract.ts'
import { derive, mostCommands } from './derive.ts'

const at = '2026-11-23T08:00:00.000Z'
const unsaid: ToolUse = { name: 'Bash', ok: true, command: null, isCut: false, file: null, directory: '/p' }

let facts = 0
const use = (tool: Partial<ToolUse>): SessionFact => ({
  source: 'hook',
  ...unsaid,
  ...tool,
  fact: ++facts,
  sessionId: 's',
  at,
})

test('commands, failures, files and the directory are told, and a line sums them up', () => {
  const derived = derive([
    use({ command: 'npm test', ok: false }),
    use({ name: 'Edit', file: '/p/a.ts' }),
    use({ name: 'Write', file: '/p/b.ts' }),
    use({ name: 'Edit', file: '/p/a.ts', directory: '/p/sub' }),
    use({ command: 'npm test', ok: true, directory: null }),
  ])
  assert.equal(derived.summary, '2 commands, 1 failed, 2 files')
  assert.equal(derived.cwd, '/p/sub')
  assert.deepEqual(
    derived.commands.map(({ command, ok, exit_code: code }) => [command, ok, code]),
    [
      ['npm test', false, null],
      ['npm test', true, null],
    ],
  )
  assert.deepEqual(
    derived.files.map(({ path, added }) => [path, added]),
    [
      ['/p/a.ts', null],
      ['/p/b.ts', null],
    ],
  )
})

const files: readonly (readonly [string, Partial<ToolUse>, readonly (readonly [string, string])[]])[] = [
  ['a tool that reads writes nothing', { name: 'Read', file: '/p/a' }, []],
  ['one that failed wrote nothing', { name: 'Edit', file: '/p/a', ok: false }, []],
  [
    'one that does not tell whether it failed counts',
    { name: 'replace', file: '/p/a', ok: null },
    [['/p/a', 'changed']],
  ],
  ['a short name stands in its directory', { name: 'edit', file: 'a' }, [['/p/a', 'changed']]],
  [
    'a patch names its files',
    {
      name: 'apply_patch',
      command:
        '*** Begin Patch\n*** Add File: new.py\n+x\n*** Update File: old.py\n@@\n*** Delete File: gone.py\n*** End Patch\n',
    },
    [
      ['/p/new.py', 'added'],
      ['/p/old.py', 'changed'],
      ['/p/gone.py', 'removed'],
    ],
  ],
  [
    'of a patch that is cut the last name may be cut, too',
    {
      name: 'apply_patch',
      isCut: true,
      command: '*** Begin Patch\n*** Add File: a.py\n+*** Add File: no.py\n*** Update File: ol',
    },
    [['/p/a.py', 'added']],
  ],
]

for (const [what, tool, expected] of files) {
  test(what, () => {
    const derived = derive([use(tool)])
    assert.deepEqual(
      derived.files.map(({ path, status }) => [path, status]),
      expected,
    )
    assert.deepEqual(derived.commands, [], 'and is no command')
  })
}

test('what waited in the queue of hooks stands where it happened', () => {
  const late = { ...use({ command: 'first', directory: '/old' }), at: '2026-11-23T07:59:00.000Z' }
  const derived = derive([use({ command: 'second', directory: '/new' }), late])
  assert.deepEqual([derived.commands.map(({ command }) => command), derived.cwd], [['first', 'second'], '/new'])
})

test('of nothing nothing is told, and what is not known says so', () => {
  const derived = derive([])
  assert.deepEqual([derived.summary, derived.cwd, derived.commands, derived.files], ['nothing told', null, [], []])
  assert.match(derived.unknown.join(' '), /No tool was told of/)
  assert.match(derive([use({ command: 'x', ok: null, isCut: true })]).unknown.join(' '), /does not tell.* longer than/)
})

test('of very many commands the last are told, and all are counted', () => {
  const derived = derive(Array.from({ length: mostCommands + 7 }, (_, index) => use({ command: `c${index}` })))
  assert.deepEqual([derived.commands.length, derived.earlier], [mostCommands, 7])
  assert.equal(derived.summary, `${mostCommands + 7} commands`)
  assert.equal(derived.commands[0]?.command, 'c7')
})

test('whatever tools tell, each command is told or counted, and no file twice', () => {
  const tool = fc.record({
    name: fc.constantFrom('Bash', 'Edit', 'apply_patch', 'Read', 'constructor'),
    ok: fc.constantFrom(true, false, null),
    command: fc.option(fc.string()),
    isCut: fc.boolean(),
    file: fc.option(fc.string()),
    directory: fc.option(fc.string()),
  })
  fc.assert(
    fc.property(fc.array(tool), (tools) => {
      const { commands, earlier, files: told } = derive(tools.map((each) => use(each)))
      const wanted = tools.filter(({ name, command }) => command !== null && name !== 'apply_patch')
      assert.equal(commands.length + earlier, wanted.length)
      assert.equal(new Set(told.map(({ path }) => path)).size, told.length)
    }),
  )
})
