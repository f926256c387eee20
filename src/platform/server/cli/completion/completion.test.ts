import assert from 'node:assert/strict'
import { execFileSync, type StdioOptions } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Command, Option } from 'commander'
import { completionScript, shells } from './completion.ts'

const program = new Command('orrery').description('root').option('--json', "it's JSON")
program.command('start').description("run the service: it's on").option('--verbose', 'more')
const hook = program.command('hook').description('hooks')
hook.command('send').description('send one').argument('<event>').option('--tmux <name>', 'session')
hook.command('queue').description('look')
program
  .command('ls')
  .description('list')
  .addOption(new Option('-s, --state <state...>', 'only').choices(['idle', 'running']))
  .addOption(new Option('--names', 'names').hideHelp())
program.command('stop').description('stop').argument('<session...>')
program.command('secret', { hidden: true }).description('not shown')

/** A stand-in for the command, whose session names would do harm if a shell expanded them. */
const fake = `#!/bin/sh
[ "$1 $2" = "ls --names" ] && printf '%s\\n' 'agent-build' 'agent-test' '$(touch CANARY)x' '\`touch CANARY\`'
`

/** With a socket on stdin bash would take itself for a remote shell. */
const quiet: StdioOptions = ['ignore', 'pipe', 'inherit']

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-completion-'))
  await writeFile(join(folder, 'orrery'), fake.replaceAll('CANARY', join(folder, 'canary')))
  await chmod(join(folder, 'orrery'), 0o755)
  for (const shell of shells) await writeFile(join(folder, shell), completionScript(shell, program))
})
after(() => rm(folder, { recursive: true }))

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['-c', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The words offered for a line, of which the last word is being typed. */
function complete(line: string): string[] {
  const words = ['orrery', ...line.split(' ')]
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _orrery; printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const argv = ['--norc', '-c', script, 'bash', join(folder, 'bash'), ...words]
  return execFileSync('bash', argv, { encoding: 'utf8', stdio: quiet, env })
    .split('\n')
    .filter((word) => word !== '')
}

for (const shell of shells) {
  const flag = shell === 'fish' ? '--no-execute' : '-n'
  test(`the script for ${shell} is one that ${shell} can read`, { skip: !isInstalled(shell) }, () => {
    execFileSync(shell, [flag, join(folder, shell)], { stdio: quiet })
  })
}

const offers = [
  ['', ['start', 'hook', 'ls', 'stop', '--json', '--help']],
  ['st', ['start', 'stop']],
  ['--j', ['--json']],
  ['hook ', ['send', 'queue', '--json', '--help']],
  ['hook send --', ['--tmux', '--json', '--help']],
  ['ls --state ', ['idle', 'running']],
  ['ls -s r', ['running']],
  ['stop agent-b', ['agent-build']],
  ['start --v', ['--verbose']],
] as const

for (const [line, expected] of offers) {
  test(`bash completes "orrery ${line}"`, { skip: !isInstalled('bash') }, () => {
    assert.deepEqual(complete(line), expected)
  })
}

test('a session name with shell code in it is offered quoted and runs nothing', { skip: !isInstalled('bash') }, () => {
  const canary = join(folder, 'canary').replaceAll(/[^\w/-]/g, String.raw`\$&`)
  assert.ok(complete('stop ').includes(String.raw`\$\(touch\ ${canary}\)x`))
  assert.throws(() => execFileSync('test', ['-e', join(folder, 'canary')]))
})

test('summaries with quotes and colons are told to zsh and fish as they are', () => {
  assert.ok(completionScript('zsh', program).includes(`'start:run the service: it'\\''s on'`))
  assert.ok(completionScript('fish', program).includes(`-f -a 'start' -d 'run the service: it'\\''s on'`))
  for (const shell of shells) assert.doesNotMatch(completionScript(shell, program), /secret/)
})
