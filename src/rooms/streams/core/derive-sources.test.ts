import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionFact, FollowedFile, Learned, SessionCommand } from '../contract.ts'
import { derive } from './derive.ts'
import { begunLate } from './unknown.ts'

let facts = 0
const second = (seconds: number): string => new Date(Date.UTC(2026, 10, 23, 8, 0, seconds)).toISOString()
const fact = (learned: Learned, seconds = facts + 1): SessionFact => {
  facts += 1
  return { ...learned, fact: facts, sessionId: 's', at: second(seconds) }
}

const mark = {
  source: 'shell',
  number: 1,
  command: null,
  isCut: false,
  exitCode: null,
  durationMs: null,
  env: [],
} as const
const began = (command: string | null): SessionFact => fact({ ...mark, mark: 'began', command, directory: '/p' })
const ended = (exitCode: number, directory = '/p'): SessionFact =>
  fact({ ...mark, mark: 'ended', exitCode, durationMs: 12, directory, env: [{ name: 'FOO', change: 'set' }] })
const look = (...files: FollowedFile[]): SessionFact => fact({ source: 'git', files, trouble: null })
const changed: FollowedFile = { path: '/p/a.ts', status: 'changed', added: 10, removed: 4 }
const shell: SessionCommand = { command: null, isCut: false, startedAt: second(0), endedAt: null, exitCode: null }
const over: SessionCommand = { ...shell, endedAt: second(3000), exitCode: 3 }

test('marks of a shell give commands with their exit codes, the directory and names of variables', () => {
  const derived = derive([began('make'), ended(2), began('cd sub'), ended(0, '/p/sub')], shell)
  assert.deepEqual(
    derived.commands.map(({ command, exit_code: code, ok, duration_ms: ms, source }) => [
      command,
      code,
      ok,
      ms,
      source,
    ]),
    [
      ['make', 2, false, 12, 'shell'],
      ['cd sub', 0, true, 12, 'shell'],
    ],
  )
  assert.deepEqual([derived.cwd, derived.env.map(({ name }) => name)], ['/p/sub', ['FOO']])
  assert.doesNotMatch(derived.unknown.join(' '), /Exit codes|Variables|ended/)
})

test('a command that ended its shell has the code of the shell, and one before it that never came back has none', () => {
  const derived = derive([began('python'), began('exit 3')], over)
  assert.deepEqual(
    derived.commands.map(({ exit_code: code }) => code),
    [null, 3],
  )
  assert.match(derived.unknown.join(' '), /did not come back/)
  assert.match(derive([began('sleep 9')], shell).unknown.join(' '), /has not, as far as its shell tells/)
  assert.equal(derive([began('x'), ended(0)], over).commands[0]?.exit_code, 0, 'an end at the prompt is no command')
})

test('a command that its shell keeps to itself is told as unknown, with its exit code', () => {
  const derived = derive([began(null), ended(1)], shell)
  assert.deepEqual([derived.commands[0]?.command, derived.commands[0]?.exit_code], [null, 1])
  assert.match(derived.unknown.join(' '), /What some commands were/)
})

test('of a launch of one command only its end counts, by the launcher that waited for it', () => {
  const launched = { ...over, command: '(exit 9); exit 3' }
  const [command] = derive([], launched).commands
  assert.deepEqual([command?.exit_code, command?.source, command?.duration_ms], [3, 'wrapper', 3_000_000])
  assert.equal(derive([], { ...launched, startedAt: null }).commands.length, 0)
})

const edit: Learned = {
  source: 'hook',
  name: 'Edit',
  ok: true,
  command: null,
  isCut: false,
  file: '/p/a.ts',
  directory: '/p',
}

test('what git finds has its lines, what is as it was is no change, and of what git ignores tools tell', () => {
  const derived = derive([fact(edit), fact({ ...edit, file: '/p/.env' }), look(changed)])
  assert.deepEqual(
    derived.files.map(({ path, added, removed }) => [path, added, removed]),
    [
      ['/p/a.ts', 10, 4],
      ['/p/.env', null, null],
    ],
  )
  assert.equal(derived.summary, '2 files +10 −4')
  assert.match(derived.unknown.join(' '), /git ignores/)
  const back = derive([fact(edit), look(changed), look({ ...changed, status: 'unchanged', added: 0, removed: 0 })])
  assert.deepEqual(back.files, [])
})

test('why files are not followed is told', () => {
  const trouble = 'Files that commands changed: this repository is too large to follow.'
  assert.deepEqual(derive([fact({ source: 'git', files: [], trouble })]).unknown.slice(0, 1), [trouble])
})

test('that a repository was taken down late is told for good, with what came after it', () => {
  const late = fact({ source: 'git', files: [], trouble: begunLate })
  const file: FollowedFile = { path: '/p/a', status: 'added', added: null, removed: null }
  assert.deepEqual(derive([late]).unknown.slice(0, 1), [begunLate])
  const { unknown } = derive([late, look(file)])
  assert.ok(unknown.includes(begunLate))
  assert.ok(unknown.some((each) => each.startsWith('Lines of some files')))
})
