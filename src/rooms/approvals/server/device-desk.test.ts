// Agents of a device ask at its daemon: what the hub is told, and what their hooks are answered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { DeviceApproval } from '../contract.ts'
import { createDeviceDesk } from './device-desk.ts'
import { reportOf } from './room.testkit.ts'

const request = { tool_name: 'Bash', tool_input: { command: 'make' } }

function open(earlier: string | null = null) {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const told: DeviceApproval[] = []
  const keptAtTold: (string | null)[] = []
  const reported: (string | null)[] = []
  const file = { text: earlier }
  const desk = createDeviceDesk({
    timers: time,
    async report({ hook = null }) {
      reported.push(hook)
      return ok({ ok: true, changed: true, session: null })
    },
    async tell(_place, approval) {
      told.push(approval)
      keptAtTold.push(file.text)
      return ok(null)
    },
    kept: { read: () => file.text, write: async (text) => void (file.text = text) },
    onError: (error) => assert.fail(String(error)),
  })
  const ask = async () => {
    const asked = await desk.ask(reportOf({ runId: 'r1' }), request)
    return (asked.ok ? asked.value?.id : null) ?? assert.fail('nobody was asked')
  }
  const never = new AbortController().signal
  return { time, told, keptAtTold, reported, file, desk, ask, wait: (id: string) => desk.await(id, never) }
}

const allow = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

test('the hub is told what is asked, and its word is what the hook prints, once', async () => {
  const at = open()
  const id = await at.ask()
  assert.deepEqual(at.told, [
    {
      kind: 'ask',
      approval_id: id,
      tool_name: 'Bash',
      input: { command: 'make' },
      suggestions: [],
      asks_there: true,
      is_codex: false,
    },
  ])
  const waiting = at.wait(id)
  at.desk.answer(id, allow)
  at.desk.answer(id, null)
  at.desk.answer('unknown', allow)
  assert.deepEqual(await waiting, ok(JSON.stringify(allow)))
  assert.deepEqual(at.told.slice(1), [{ kind: 'closed', approval_id: id, how: 'told' }])
  assert.equal((await at.wait(id)).ok, false)
  assert.equal(at.file.text, '[]')
})

test('a hub that answers no more leaves the question in the terminal', async () => {
  const at = open()
  const id = await at.ask()
  const waiting = at.wait(id)
  at.desk.answer(id, null)
  assert.equal((await waiting).ok, false)
})

test('what its client reports next says that it was answered there; a reminder, and another run, do not', async () => {
  const at = open()
  const id = await at.ask()
  await at.desk.report(reportOf({ runId: 'r1', hook: 'Notification' }))
  await at.desk.report(reportOf({ runId: 'r2', tmuxSession: 'agent-2', hook: 'Stop' }))
  assert.equal(at.told.length, 1)
  await at.desk.report(reportOf({ runId: 'r1', hook: 'Stop' }))
  assert.deepEqual(at.told.slice(1), [{ kind: 'closed', approval_id: id, how: 'answered' }])
  assert.deepEqual(at.reported, ['Notification', 'Stop', 'Stop'])
})

test('a hook that asks no more, and a daemon that was killed, are told', async () => {
  const at = open()
  const id = await at.ask()
  const kept = at.file.text
  await at.time.pass(17 * secondMs)
  assert.deepEqual(at.told.slice(1), [{ kind: 'closed', approval_id: id, how: 'gone' }])
  const next = open(kept)
  await next.desk.start()
  assert.deepEqual(next.told, [{ kind: 'closed', approval_id: id, how: 'gone' }])
  assert.equal(next.file.text, '[]')
})

test('a daemon that is killed as soon as the hub has heard a question has kept it for the next one', async () => {
  const at = open()
  const id = await at.ask()
  const next = open(at.keptAtTold[0])
  await next.desk.start()
  assert.deepEqual(next.told, [{ kind: 'closed', approval_id: id, how: 'gone' }])
})

test('what is no request is reported as any event, and nobody is asked', async () => {
  const at = open()
  assert.deepEqual(await at.desk.ask(reportOf({ hook: 'PermissionRequest' }), { tool_name: '' }), ok(null))
  assert.deepEqual([at.reported, at.told], [['PermissionRequest'], []])
})
