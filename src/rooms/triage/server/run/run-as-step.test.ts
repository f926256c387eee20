import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRoom } from '../room.testkit.ts'
import { runAsStep } from './run-as-step.ts'

function call() {
  const lines: string[] = []
  const { signal, abort } = withAbort()
  return { lines, abort, step: { runId: 'run-1', signal, output: (line: string) => void lines.push(line) } }
}

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('a step runs triage, tells its progress as output and answers what came of it', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1')
    const { lines, step } = call()
    const { run_id: id, summary } = await runAsStep(room.triage, step)
    assert.equal(summary?.scored, 1)
    assert.equal((await room.ask('GET', `/api/triage/runs/${id}`)).body.run.trigger_by, 'strand run-1')
    assert.match(lines.join('\n'), /^reading: .*\nasking: 0 of 1\nasking: 1 of 1/)
  }))

test('a run that fails fails the step in its own words', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1')
    room.fake.script({ status: 500, body: 'no' }, { status: 500, body: 'no' })
    await assert.rejects(runAsStep(room.triage, call().step), /model/)
  }))

test('a run that goes on already refuses the step', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1')
    const release = room.fake.hold()
    const first = runAsStep(room.triage, call().step)
    await assert.rejects(runAsStep(room.triage, call().step), /run/)
    release()
    await first
  }))

test('a cancelled step cancels its run', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1')
    const release = room.fake.hold()
    const { abort, step } = call()
    const over = runAsStep(room.triage, step)
    abort()
    await assert.rejects(over, /cancelled/)
    release()
  }))
