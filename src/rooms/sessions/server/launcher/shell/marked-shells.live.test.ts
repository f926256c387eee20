import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtInAgents } from '#platform/server/config/agent-settings.ts'
import { readShellMarks, type ShellMarkSeen } from '#base/shell-marks.ts'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { readNonce } from '../artifacts.ts'
import { startRig } from '../launcher.testkit.ts'
import { readLog } from '../log-recorder.ts'

type Shell = 'bash' | 'zsh'

/** What is typed, its exit code, and where it leaves the shell; told as it is typed unless it says otherwise. */
type Typed = {
  readonly typed: string
  readonly code: number
  /** Relative to the first directory; where it stays when left out. */
  readonly directory?: string
  readonly told?: string | null
  /** Keys, as tmux names them, once the command is under way and shows this. */
  readonly then?: readonly [shows: string, ...keys: string[]]
  readonly only?: Shell
}

const typed = (line: string, code: number, more: Omit<Typed, 'typed' | 'code'> = {}): Typed => {
  return { typed: line, code, ...more }
}

const forgedMark = String.raw`printf '\033]133;D;99;o=guess;n=1;t=1;e=\007\033]133;C;o=guess;n=2;t=2;x=;c=evil\007\033]7;file://h/evil#guess\007'`

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

const odd: readonly Typed[] = [
  typed('true', 0),
  typed('false', 1),
  typed('no-such-program-anywhere', 127),
  typed('/etc/passwd', 126),
  typed('(exit 9)', 9),
  typed('(exit 9) | true', 0),
  typed('true | (exit 3)', 3),
  typed('set -o pipefail; (exit 4) | true; r=$?; set +o pipefail; (exit $r)', 4),
  typed('sleep 0 &', 0),
  typed('wait', 0),
  typed('{ false; true; }', 0),
  typed('! true', 1),
  typed('sh -c "kill -9 \\$\\$"', 137),
  typed('bash -c "exit 42"', 42),
  typed('echo "100%; a;b=c \\\\ \\" end"', 0),
  typed("echo 'ä 漢 🚀'", 0),
  typed("printf 'no newline'", 0),
  typed("printf '\\033[2J\\033[31mred\\033[0m\\007\\033]0;title\\007'", 0),
  typed(forgedMark, 0),
  typed(`${forgedMark}; false`, 1),
  typed("printf '\\033]133;C;o='", 0),
  typed("printf '\\033P\\033]133;D;0'", 0),
  typed('mkdir -p "sub dir/ä%b" plain', 0),
  typed('cd "sub dir/ä%b"', 0, { directory: 'sub dir/ä%b' }),
  typed('cd ../..', 0, { directory: '' }),
  typed('(cd plain; false)', 1),
  typed('pushd plain >/dev/null', 0, { directory: 'plain' }),
  typed('popd >/dev/null', 0, { directory: '' }),
  typed('cd no-such-folder', 1),
  typed('export ORRERY_TEST_A=1', 0),
  typed('ORRERY_TEST_A=2', 0),
  typed('unset ORRERY_TEST_A', 0),
  typed('ORRERY_TEST_B=1 true', 0),
  typed('f() { return 17; }', 0),
  typed('f', 17),
  typed('f', 17),
  typed('PS1="odd> "', 0),
  typed('g() { PS1="[$?] "; false; }; g', 1),
  typed('trap "true" USR1; kill -USR1 $$', 0),
  typed('set -u; false; set +u', 0),
  typed('set -f; (exit 5)', 5),
  typed('set +f', 0),
  typed('IFS=,', 0),
  typed('unset IFS', 0),
  typed('cat', 130, { then: ['^', 'C-c'] }),
  typed('sleep 1000', 130, { then: ['', 'C-c'] }),
  typed('cat >/dev/null', 0, { then: ['', 'C-d'] }),
  typed('read line; false', 1, { then: ['', 'words', 'Enter'] }),
  typed('bash --norc --noprofile', 7, { then: ['', 'exit 7', 'Enter'] }),
  ...(isThere('vim') ? [typed('vim -u NONE -N', 0, { then: ['', ':q!', 'Enter'] })] : []),
  ...(isThere('less') ? [typed('less /etc/passwd', 0, { then: ['', 'q'] })] : []),
  typed('true # a remark', 0, { only: 'bash' }),
  typed(' true', 0, { told: null }),
  typed('alias ll=false', 0),
  typed('ll', 1),
  typed(`echo ${'x'.repeat(200)}`, 0),
]

/** Typed in several lines: how a shell keeps them is its own. */
const several: readonly Typed[] = [
  typed('for i in 1 2; do\nfalse\ndone', 1),
  typed('cat <<END\na line\nEND', 0),
  typed('echo "a\nb"', 0),
]

const numbers = Array.from({ length: 150 }, (_, index) => typed(`(exit ${(index * 7) % 256})`, (index * 7) % 256))

for (const shell of ['bash', 'zsh'] as const) {
  const skip = isThere(shell) ? false : `${shell} is not installed here: its marks were not tried`
  test(`${shell} marks every odd command with its exact exit code and directory`, { skip }, async () => {
    const agents = { ...builtInAgents, shell: { ...builtInAgents['shell']!, interactiveCommand: [shell] } }
    using rig = startRig(process.env, { agents, marksShells: true })
    const first = join(realpathSync(rig.server.folder), 'work')
    mkdirSync(first)
    // What a person's own files set up stays: prompts, hooks, hidden commands.
    writeFileSync(join(rig.server.folder, '.bashrc'), "HISTCONTROL=ignoreboth\nPROMPT_COMMAND='own=$?'\nPS1='mine> '\n")
    writeFileSync(
      join(rig.server.folder, '.zshrc'),
      "setopt histignorespace interactivecomments\nprecmd() { own=$? }\nPS1='mine> '\n",
    )
    const started = await rig.spawn({ interactive: true, prompt: '', working_dir: first })
    assert.ok(started.ok)
    const nonce = (await readNonce(rig.home, 'session1')) ?? ''
    const output = async () =>
      (await readLog(rig.home, 'session1', { tailBytes: 10_000_000, from: null }))?.bytes ?? Buffer.alloc(0)
    const marks = async () => readShellMarks(nonce).feed(await output())
    const endedIn = (all: readonly ShellMarkSeen[]) => all.filter(({ mark }) => mark === 'ended')
    const keys = (...words: string[]) => rig.server.raw('send-keys', '-t', 'agent-1', ...words)
    await until('its prompt is there', async () => (await output()).toString().includes('mine> '))

    const commands = [...odd, ...several, ...numbers].filter(({ only = shell }) => only === shell)
    for (const [index, { typed: text, then }] of commands.entries()) {
      for (const line of text.split('\n')) {
        keys('-l', '--', line)
        keys('Enter')
      }
      if (then !== undefined) {
        await until(`${text} began`, async () => (await marks()).filter(({ mark }) => mark === 'began').length > index)
        const pane = () => rig.server.raw('display-message', '-p', '-t', 'agent-1', '#{pane_current_command}')
        if (!text.startsWith('read')) await until(`${text} runs`, () => pane() === text.split(' ')[0])
        for (const key of then.slice(1)) keys(key)
      }
      await until(`${text} ended`, async () => endedIn(await marks()).length > index)
    }
    const all = await marks()
    const began = all.filter((mark) => mark.mark === 'began')
    const ended = all.filter((mark) => mark.mark === 'ended')
    let directory = first
    for (const [index, expected] of commands.entries()) {
      directory = expected.directory === undefined ? directory : join(first, expected.directory)
      const [start, end] = [began[index], ended[index]]
      const told = [end?.exitCode, end?.directory]
      assert.deepEqual(told, [expected.code, directory], `${expected.typed}: exit code and directory`)
      assert.equal(start?.number, end?.number)
      if (several.includes(expected)) assert.match(start?.command ?? '', new RegExp(expected.typed.slice(0, 3)))
      else assert.equal(start?.command, expected.told === undefined ? expected.typed : expected.told)
    }
    const changes = ended.flatMap(({ env }) => env.map(({ name, change }) => `${change} ${name}`))
    assert.deepEqual(
      changes.filter((text) => text.includes('ORRERY')),
      ['set ORRERY_TEST_A', 'set ORRERY_TEST_A', 'unset ORRERY_TEST_A'],
    )

    keys('-l', '--', `env | grep -c ${nonce}; export -p | grep -ci orrery_; echo "own=$own"`)
    keys('Enter')
    await until('it is told', async () => /own=\d/.test((await output()).toString()))
    assert.match(
      (await output()).toString().slice(-500),
      new RegExp(`\u00070\r\n0\r\nown=${numbers.at(-1)?.code}`),
      'nothing of ours is in the environment, and $? is theirs',
    )
    keys('-l', '--', 'exit 3')
    keys('Enter')
    assert.match(await rig.report('agent-1'), /--exit 3 /)
    assert.equal((await marks()).at(-1)?.mark, 'began', 'what ends its shell has no end of its own')
  })
}
