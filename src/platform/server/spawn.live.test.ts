import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram, startProgram } from './spawn.ts'
import { isRunning, until } from './tmux/tmux.testkit.ts'

const env = { PATH: process.env.PATH }
const timeoutMs = 10_000
const sh = (script: string, ...args: string[]) => ['sh', '-c', script, 'sh', ...args]

test('a program answers its exit code and both outputs', async () => {
  assert.deepEqual(await runProgram({ argv: sh('echo out; echo err >&2; exit 7'), env, timeoutMs }), {
    kind: 'exited',
    code: 7,
    stdout: 'out\n',
    stderr: 'err\n',
  })
})

test('arguments arrive as they are, whatever a shell would make of them', async () => {
  const odd = ['$(touch canary)', '`id`', ';', '* ~', "it's", '', 'a\nb', '-n']
  const outcome = await runProgram({ argv: sh('printf "[%s]" "$@"', ...odd), env, timeoutMs })
  assert.equal(outcome.kind === 'exited' && outcome.stdout, odd.map((argument) => `[${argument}]`).join(''))
})

test('the environment is what the caller gave and nothing more', async () => {
  const outcome = await runProgram({ argv: ['env'], env: { ...env, ONLY: 'this' }, timeoutMs })
  assert.deepEqual(outcome.kind === 'exited' && outcome.stdout.trim().split('\n').toSorted(), [
    'ONLY=this',
    `PATH=${env.PATH}`,
  ])
})

test('input reaches stdin, and stdin is empty without it', async () => {
  assert.equal(stdout(await runProgram({ argv: ['cat'], env, timeoutMs, input: 'hello' })), 'hello')
  assert.equal(stdout(await runProgram({ argv: ['cat'], env, timeoutMs })), '')
})

test('a program that reads no input is no error', async () => {
  const outcome = await runProgram({ argv: ['true'], env, timeoutMs, input: 'x'.repeat(1_000_000) })
  assert.equal(outcome.kind === 'exited' && outcome.code, 0)
})

test('a program that is not there is said so', async () => {
  assert.deepEqual(await runProgram({ argv: ['no-such-program-orrery'], env, timeoutMs }), { kind: 'not_found' })
})

test('a program that may not be run, or has too long an argument, has failed with a reason', async () => {
  assert.equal((await runProgram({ argv: ['/'], env, timeoutMs })).kind, 'failed')
  assert.equal((await runProgram({ argv: ['echo', 'x'.repeat(4_000_000)], env, timeoutMs })).kind, 'failed')
})

test('a signal counts as 128 and its number', async () => {
  const outcome = await runProgram({ argv: sh('kill -TERM $$'), env, timeoutMs })
  assert.equal(outcome.kind === 'exited' && outcome.code, 143)
})

test('a timeout kills the program with all that it started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-spawn-'))
  try {
    const script = 'sleep 100 & echo $! > "$1/pid"; wait'
    assert.deepEqual(await runProgram({ argv: sh(script, folder), env, timeoutMs: 300 }), { kind: 'timed_out' })
    await until('it is gone', () => isGone(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a background process that holds the pipes of an ended program does not outlive the timeout', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-spawn-'))
  try {
    const script = 'sleep 100 & echo $! > "$1/pid"'
    assert.deepEqual(await runProgram({ argv: sh(script, folder), env, timeoutMs: 300 }), { kind: 'timed_out' })
    await until('it is gone', () => isGone(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an abort ends the run, before it and during it', async () => {
  assert.deepEqual(await runProgram({ argv: ['true'], env, timeoutMs, signal: AbortSignal.abort() }), {
    kind: 'aborted',
  })
  const abort = new AbortController()
  const run = runProgram({ argv: ['sleep', '100'], env, timeoutMs, signal: abort.signal })
  abort.abort()
  assert.deepEqual(await run, { kind: 'aborted' })
})

test('a flood of output ends the run', async () => {
  const run = runProgram({ argv: ['yes'], env, timeoutMs, outputLimitBytes: 100_000 })
  assert.deepEqual(await run, { kind: 'too_much_output' })
})

test('a running program hands over lines, keeps its stdin open, and ends when it is stopped', async () => {
  const lines: string[] = []
  const program = startProgram({ argv: sh('echo ready; cat; echo end of input'), env }, (line) => lines.push(line))
  await until('it is ready', () => lines.length === 1)
  program.stop(timeoutMs)
  program.stop(timeoutMs)
  assert.equal(await program.ended, 'ended')
  assert.deepEqual(lines, ['ready', 'end of input'])
})

test('a running program that ignores the end of its input is killed', async () => {
  const program = startProgram({ argv: ['sleep', '100'], env }, () => {})
  program.stop(50)
  assert.equal(await program.ended, 'ended')
})

test('a running program that cannot start says why', async () => {
  assert.equal(await startProgram({ argv: ['no-such-program-orrery'], env }, () => {}).ended, 'not_found')
  assert.equal(await startProgram({ argv: ['/'], env }, () => {}).ended, 'failed')
})

function stdout(outcome: Awaited<ReturnType<typeof runProgram>>): string | null {
  return outcome.kind === 'exited' ? outcome.stdout : null
}

async function isGone(folder: string): Promise<boolean> {
  return !isRunning(Number(await readFile(join(folder, 'pid'), 'utf8')))
}
