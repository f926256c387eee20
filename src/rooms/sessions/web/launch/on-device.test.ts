import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CandidateDevice } from '#rooms/devices/contract.ts'
import type { LaunchFields } from './launch-fields.ts'
import { choicesOf, harnessFor, launchLine, onProblem, toStartRequest } from './on-device.ts'

const fields: LaunchFields = {
  agentType: 'code-agent',
  prompt: "say what's new",
  isInteractive: false,
  label: ' Far ',
  taskId: '',
  dependsOn: [],
  workingDir: '',
  sessionName: '',
  on: 'auto',
}
const parts = { ram: 0.42, load: 0.9, freshness: 1 }
function candidate(id: string, why: string | null, sessions = 0): CandidateDevice {
  const told = { id, label: id, eligible: why === null, why_not: why, score: 0.68, parts, active_sessions: sessions }
  return told as CandidateDevice
}

test('auto names the device that it would be, and each device says how well it fits or why not', () => {
  const choices = choicesOf('code-agent', [candidate('forge', null, 2), candidate('north', 'it is offline')])
  assert.deepEqual(
    choices.map(({ value, note, why }) => [value, note, why]),
    [
      ['', 'in tmux of this machine', null],
      ['auto', 'the best one: forge now', null],
      ['forge', 'score 0.68: 42 % of memory free, 90 % idle, 2 sessions', null],
      ['north', '', 'it is offline'],
    ],
  )
  assert.equal(onProblem('forge', choices), null)
  assert.equal(onProblem('north', choices), 'north: it is offline. Choose another one.')
  assert.equal(onProblem('gone', choices), 'That device is no longer paired. Choose another one.')
  assert.equal(onProblem('gone', null), null)
})

test('a device brings the versions of its clients, and no other place does', () => {
  const versions = { codex: { version: '0.150.0', tried: '0.169.0' } }
  const choices = choicesOf('codex', [{ ...candidate('forge', null), harness_versions: versions }])
  assert.deepEqual(
    choices.map(({ value, versions: told }) => [value, told]),
    [
      ['', null],
      ['auto', null],
      ['forge', versions],
    ],
  )
})

test('where no device will do, auto says so', () => {
  assert.equal(choicesOf('code-agent', [candidate('north', 'it is offline')])[1]?.why, 'no device will do for it')
  assert.equal(choicesOf('code-agent', [])[1]?.why, 'no machine is a device')
})

test('what is no harness runs here alone', () => {
  const choices = choicesOf('shell', [candidate('forge', null)])
  assert.deepEqual(
    choices.map(({ value }) => value),
    ['', 'auto'],
  )
  assert.match(choices[1]?.why ?? '', /^a device starts one of code-agent, .*, and no shell$/)
  assert.deepEqual([harnessFor('shell'), harnessFor('codex')], [null, 'codex'])
})

test('the request leaves out what is empty, and the line says the same', () => {
  assert.deepEqual(toStartRequest(fields, 'code-agent'), {
    harness: 'code-agent',
    prompt: "say what's new",
    deviceTarget: 'auto',
    label: 'Far',
  })
  assert.deepEqual(toStartRequest({ ...fields, isInteractive: true, dependsOn: ['t1'] }, 'code-agent').options, {
    interactive: true,
  })
  assert.equal(launchLine(fields, 'auto'), String.raw`orrery launch code-agent --on auto 'say what'\''s new'`)
})
