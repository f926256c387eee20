import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import type { CliProcess } from '#platform/server/cli/cli.ts'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { allExamples } from './cli-examples.ts'
import { buildProgram } from './program.ts'

const root = join(import.meta.dirname, '../..')

type Shown = { readonly program: Command; readonly printed: () => string }

function openProgram(environment: CliProcess['environment'] = {}): Shown {
  let text = ''
  const stream = { write: (part: string) => (text += part), isTTY: false }
  const cli = createCli({
    environment,
    userHome: '/home/nobody',
    workingDir: '/',
    ownArgv: [],
    stdout: stream,
    stderr: stream,
    readStdin: () => Promise.resolve(''),
    readLine: () => Promise.resolve(''),
    readSecret: () => Promise.resolve(''),
    runOnTerminal: () => Promise.resolve(null),
    takeTerminal: () => null,
    catchSignals: () => new AbortController().signal,
  })
  return { program: buildProgram(cli), printed: () => text }
}

const subcommands = (command: Command): Command[] => [
  command,
  ...command.commands.filter((each) => each.name() !== 'help').flatMap(subcommands),
]

const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()]

/** Words of the wire and of the state machine, which nobody types. */
const machineWords =
  /\b(user|hook|process|agent)\.[a-z_]+|awaits? review|to failed|back to idle|session_name|working_dir|user_reason|new_value|pruned/

const { program } = openProgram()
const commands = subcommands(program).filter((command) => command !== program)

for (const command of commands) {
  const path = pathOf(command).join(' ')
  test(`the help of ${path} says what it does, in words of a person`, () => {
    assert.match(command.description(), /^[A-Z`].*[.:].*|: source/s, 'a sentence')
    assert.match(command.summary(), /^[a-z]/)
    const lines = command.helpInformation().split('\n')
    assert.deepEqual(
      lines.filter((line) => machineWords.test(line)),
      [],
    )
    const further = lines.slice(lines.findIndex((line) => line.startsWith('Global Options')) + 1)
    const options = further.filter((line) => line.startsWith('  -')).map((line) => /--[a-z]+/.exec(line)?.[0])
    assert.deepEqual(options, ['--json', '--version'], 'no options of the command above it')
  })
}

for (const [path, lines] of allExamples()) {
  for (const line of lines) {
    test(`the example works: ${line}`, async () => {
      const shown = openProgram()
      let ran = ''
      for (const command of subcommands(shown.program)) command.action(() => void (ran = pathOf(command).join(' ')))
      const [name, ...words] = wordsOf(line)
      assert.equal(name, 'orrery')
      await shown.program.parseAsync(words, { from: 'user' })
      assert.ok(ran.startsWith(path), `it runs ${ran} and stands under ${path}: ${shown.printed()}`)
    })
  }
}

const guides = ['README.md', ...globSync('docs/guide/*.md', { cwd: root }).toSorted()]
for (const guide of guides) {
  for (const line of commandsIn(readFileSync(join(root, guide), 'utf8'))) {
    test(`${guide} shows a command that there is: ${line}`, async () => {
      const shown = openProgram()
      let isRun = false
      for (const command of subcommands(shown.program)) command.action(() => void (isRun = true))
      await shown.program.parseAsync(wordsOf(line).slice(1), { from: 'user' }).catch((error: unknown) => {
        // `orrery gateway` alone, for one, shows its help.
        if (!(error instanceof Error && 'exitCode' in error && error.exitCode === 0)) throw error
      })
      assert.ok(isRun, shown.printed())
    })
  }
}

test('the help shows the line that works on this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-help-'))
  await writeFile(join(folder, 'orrery'), '#!/bin/sh\n', { mode: 0o755 })
  const help = (environment: CliProcess['environment']) => {
    const shown = openProgram(environment)
    assert.throws(() => shown.program.parse(['inbox', 'snooze', '--help'], { from: 'user' }), { exitCode: 0 })
    return shown.printed()
  }
  assert.match(help({ PATH: folder }), /\nExamples:\n {2}orrery inbox snooze 'Incident review' 1h\n/)
  assert.match(help({ PATH: '' }), /\nExamples:\n {2}npx orrery inbox snooze 'Incident review' 1h\n/)
  await rm(folder, { recursive: true })
})

/** Each `orrery …` in the blocks of a page that are for a shell, without what stands before it. */
function commandsIn(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^```sh\n(?<lines>[^`]*)^```/gm)].map(({ groups }) => groups?.lines ?? '')
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => line.split(/ && | \| /))
    .flatMap((line) => /^(?:npx )?(?<command>orrery( .*)?)$/.exec(line.trim())?.groups?.command ?? [])
    .filter(
      (command) => command !== 'orrery' && !command.startsWith('orrery  ') && !command.startsWith('orrery --json'),
    )
}

/** As a shell splits them, up to a comment, a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const command = line.split(/ +(?:#|\||<|>|&&) /)[0] ?? ''
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}
