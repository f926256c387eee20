import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Command } from 'commander'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { prepareProgram, runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { lockHome, type HomeLock } from '#platform/server/files/home-lock.ts'
import { writeServiceInfo } from '#platform/server/files/service-info.ts'
import type { ImportAnswer, Task } from '../contract.ts'
import { addTaskCommands } from './cli.ts'
import { openServer } from './room.testkit.ts'

let service: Awaited<ReturnType<typeof openServer>>
let lock: HomeLock | null = null

before(async () => {
  service = await openServer()
  lock = lockHome(service.home)
  writeServiceInfo(service.home, { pid: process.pid, url: service.url, hook_port: 1, started_at_ms: 1 })
})
after(async () => {
  lock?.[Symbol.dispose]()
  await service.close()
})

async function orrery(args: readonly string[], around: { stdin?: string; agent?: string } = {}) {
  let out = ''
  let err = ''
  const cli = createCli({
    environment: {
      SERVICE_HOME: service.home,
      ...(around.agent === undefined ? {} : { SERVICE_SESSION_TMUX: around.agent }),
    },
    userHome: service.home,
    workingDir: service.home,
    ownArgv: [],
    stdout: { write: (part) => (out += part) },
    stderr: { write: (part) => (err += part) },
    readStdin: async () => around.stdin ?? '',
    readLine: async () => '',
    readSecret: async () => '',
    runOnTerminal: async () => null,
    takeTerminal: () => null,
    catchSignals: () => new AbortController().signal,
  })
  const program = prepareProgram(new Command('orrery'), cli)
  addTaskCommands(program, cli)
  const code = await runCommandLine(program, cli, ['task', ...args])
  return { code, out, err }
}

const words = (line: string) => orrery(line.split(' '))

test('add prints the id alone, and every field can be given', async () => {
  assert.deepEqual((await words('add An epic --id E -t epic -j web')).out, 'E\n')
  assert.equal((await words('add A story --id S -t story --parent E -p P1 -s ready --repo acme/rocket')).code, 0)
  const described = await orrery(['add', 'Weld', '--id', 'W', '--parent', 'S', '-d', '-'], { stdin: 'Long text\n' })
  assert.equal(described.code, 0)
  const { out } = await orrery(['show', 'W', '--json'])
  const { task } = JSON.parse(out) as { task: Task }
  assert.deepEqual([task.description, task.parent], ['Long text\n', 'S'])
  assert.match((await words('add Plain')).out, /^t-[0-9a-z]{6}\n$/)
})

test('ls shows the tree without what is done, and narrows it', async () => {
  const { out } = await words('ls')
  const lines = out.trimEnd().split('\n')
  assert.match(lines[0] ?? '', /^STATUS +PRIO +TYPE +TITLE +DONE +PROJECT +ID$/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.replaceAll(/ {3,}/g, ' | ').trim().split(' ').at(-1)),
    ['E', 'S', 'W', lines.at(-1)?.split(' ').at(-1)],
  )
  assert.match(lines[3] ?? '', / {4}Weld/)
  await words('done W')
  assert.equal((await words('ls')).out.includes('Weld'), false)
  for (const line of ['ls --all', 'ls -s done ready', 'ls -s done', 'ls -a -q weld', 'ls --parent S -a']) {
    assert.ok((await words(line)).out.includes('Weld'), line)
  }
  const empty = await words('ls --project nothing')
  assert.deepEqual([empty.code, empty.out], [0, ''])
  assert.match(empty.err, /^No tasks\. Add one/)
})

test('an empty list says what was left out of it, and why', async () => {
  const all = JSON.parse((await words('ls --all --json')).out) as { tasks: Task[] }
  const open = all.tasks.length - 1
  const note = async (line: string) => (await words(line)).err.split(' Add ')[0]
  assert.equal(await note('ls -q weld'), 'No tasks. 1 is done: see --all.')
  const others = `No tasks. ${open + 1} are in none of these statuses: see --all without --status.`
  assert.equal(await note('ls -s review blocked'), others)
  assert.equal(await note('ls -s review'), 'No tasks.')
})

test('set changes one or many, and says what is not possible with exit code 1 or 2', async () => {
  assert.equal((await words('set W --title Weld-it --no-parent -s review')).out, 'W is review\n')
  assert.equal((await words('set W S -p P2')).out, 'W is changed\nS is changed\n')
  assert.equal((await words('set W S -p P2')).out, 'W was so already\nS was so already\n')
  const cards = new Map(service.tasks.cards().map((card) => [card.id, card]))
  assert.deepEqual([cards.get('W')?.parent, cards.get('S')?.parent], [null, 'E'])
  const cycle = await words('set E --parent S')
  assert.deepEqual([cycle.code, /that would be a cycle/.test(cycle.err)], [1, true])
  for (const line of ['set W', 'set W S --title x', 'set W -s doing', 'set', 'add', 'ls -p P9']) {
    assert.equal((await words(line)).code, 2, line)
  }
  assert.equal((await words('show nobody')).code, 1)
})

test('rm says how to undo, and restore does it', async () => {
  const removed = await words('rm E W')
  assert.equal(removed.out, 'E is deleted\nW is deleted\n')
  assert.match(removed.err, /^Undo with: (npx )?orrery task restore E W\n$/)
  assert.equal((await words('rm E nobody')).code, 1)
  assert.equal((await words('restore E W')).out, 'E is back\nW is back\n')
  assert.deepEqual(service.tasks.cards().find(({ id }) => id === 'E')?.children, ['S'])
})

test('an agent that files a task stands in its history', async () => {
  await orrery(['add', 'Found', 'a', 'bug', '--id', 'BUG'], { agent: 'agent-claude-9' })
  assert.match((await words('show BUG')).out, /agent agent-claude-9: created/)
})

test('import shows what would change, imports in parts, and repeats without harm', async () => {
  const issues = Array.from({ length: 1200 }, (_, index) => ({
    number: index + 1,
    title: `Issue ${index + 1}`,
    url: `https://github.com/acme/rocket/issues/${index + 1}`,
    milestone: { number: 1, title: 'Launch' },
  }))
  await writeFile(join(service.home, 'issues.json'), JSON.stringify(issues))
  const count = service.tasks.cards().length
  const dry = await words('import issues.json --dry-run')
  assert.match(dry.err, /^1 of 3 parts: .*\n2 of 3 parts: .*\n3 of 3 parts: .*\nWould be 1201 created, /)
  assert.equal(service.tasks.cards().length, count)
  assert.match((await words('import issues.json')).err, /Done: 1201 created, 0 changed, 0 unchanged, 0 skipped\.\n$/)
  const again = JSON.parse((await words('import issues.json --json')).out) as ImportAnswer
  assert.deepEqual([again.created, again.unchanged], [0, 1201])
  const odd = await orrery(['import', '-'], { stdin: 'hello' })
  assert.deepEqual([odd.code, /--format github/.test(odd.err)], [2, true])
  assert.equal((await words('import missing.json')).code, 2)
})

test('what export prints as Markdown comes in again as the same tree', async () => {
  await words('rm E')
  const { out } = await words('export -f markdown')
  await writeFile(join(service.home, 'all.md'), out)
  const before = service.tasks.cards()
  const { task: launch } = JSON.parse(
    (await orrery(['show', before[before.length - 1]?.parent ?? '', '--json'])).out,
  ) as { task: Task }
  assert.equal(launch.title, 'Launch')
  const imported = JSON.parse((await words('import all.md --json -n')).out) as ImportAnswer
  const ungrouped = 1
  assert.equal(imported.created, before.length + ungrouped)
  const json = JSON.parse((await words('export')).out) as { tasks: Task[] }
  assert.equal(json.tasks.length, before.length)
  assert.equal(await readFile(join(service.home, 'all.md'), 'utf8'), out)
})
