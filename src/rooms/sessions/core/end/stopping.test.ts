import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stopping } from '../../contract.ts'
import {
  forceStage,
  isPressedOn,
  lookAgainMs,
  nameOfLeft,
  nextStopStep,
  stopStage,
  type LeftProcess,
  type StopStep,
} from './stopping.ts'

const since = Date.parse('2026-11-20T12:00:00.000Z')
const at = (seconds: number) => new Date(since + seconds * 1000).toISOString()
const asked: Stopping = { since: at(0), by: 'user', asked_at: null, forced_at: null, left: null }
const node: LeftProcess = { pid: 10, parentPid: 1, name: 'node' }
const child = (pid: number): LeftProcess => ({ pid, parentPid: 10, name: 'worker' })

test('after 10 s what answers no Ctrl+C goes on, and what was forced is forced until it is gone', () => {
  assert.equal(stopStage(asked, since + 9_999), 'asked')
  assert.equal(stopStage(asked, since + 10_000), 'goes_on')
  assert.equal(stopStage({ ...asked, forced_at: at(3) }, since + 4_000), 'forced')
})

test('keys go on asking for 10 s, again after each time that somebody asks, and never beside TERM', () => {
  const again = { ...asked, asked_at: at(30) }
  const rows: [Stopping, number, boolean][] = [
    [asked, 9.9, true],
    [asked, 10, false],
    [again, 39.9, true],
    [again, 40, false],
    [{ ...again, forced_at: at(31) }, 32, false],
  ]
  for (const [stopping, seconds, isPressed] of rows) {
    assert.equal(isPressedOn(stopping, since + seconds * 1000), isPressed, `after ${seconds} s`)
  }
})

test('what is there 15 s after TERM is reached by no signal', () => {
  const stages = [0, 5_000, 14_999, 15_000, 3_600_000].map(forceStage)
  assert.deepEqual(stages, ['under_way', 'under_way', 'under_way', 'stuck', 'stuck'])
})

test('a clock that was set back holds no stop up', () => {
  assert.equal(stopStage(asked, since - 60_000), 'goes_on')
  assert.equal(nextStopStep({ ...asked, forced_at: at(3) }, { left: [node], nowMs: since }).kind, 'kill')
})

test('what waits for a person is looked at less often', () => {
  const told = { ...asked, left: 'node' }
  const rows: [Stopping, number, number][] = [
    [asked, 1, 500],
    [asked, 11, 500],
    [told, 11, 2000],
    [{ ...told, asked_at: at(60) }, 61, 500],
    [{ ...told, asked_at: at(60) }, 71, 2000],
    [{ ...told, forced_at: at(90) }, 91, 500],
  ]
  for (const [stopping, seconds, ms] of rows) {
    assert.equal(lookAgainMs(stopping, since + seconds * 1000), ms, JSON.stringify([stopping, seconds]))
  }
})

test('each step of a stop, by what is left and when', () => {
  const forced: Stopping = { ...asked, forced_at: at(20), left: 'node and 2 children' }
  const rows: [string, Stopping, readonly LeftProcess[], number, StopStep][] = [
    ['nothing is left at once', asked, [], 0, { kind: 'gone' }],
    ['it has its time', asked, [node], 9.9, { kind: 'wait' }],
    ['it goes on', asked, [node, child(11)], 10, { kind: 'tell', left: 'node and a child' }],
    ['once is said', { ...asked, left: 'node and a child' }, [node], 60, { kind: 'wait' }],
    ['it ends late by itself', { ...asked, left: 'node' }, [], 600, { kind: 'gone' }],
    ['TERM ends some of it', forced, [child(11), child(12)], 21, { kind: 'tell', left: 'worker and 1 more' }],
    ['TERM has its time', forced, [node, child(11), child(12)], 24.9, { kind: 'wait' }],
    ['and then KILL', forced, [node], 25, { kind: 'kill' }],
    ['again, as long as any is left', forced, [node], 40, { kind: 'kill' }],
    ['after it', forced, [], 40, { kind: 'gone' }],
  ]
  for (const [name, stopping, left, seconds, step] of rows) {
    assert.deepEqual(nextStopStep(stopping, { left, nowMs: since + seconds * 1000 }), step, name)
  }
})

test('what is left is called by the one that started the others', () => {
  assert.equal(nameOfLeft([child(11), node, child(12)]), 'node and 2 children')
  assert.equal(nameOfLeft([node]), 'node')
  assert.equal(nameOfLeft([child(11), child(12)]), 'worker and 1 more')
  const wrapper: LeftProcess = { pid: 9, parentPid: 1, name: 'sh', isWrapper: true }
  assert.equal(nameOfLeft([wrapper, { ...node, parentPid: 9 }, child(11)]), 'node and a child')
  assert.equal(nameOfLeft([wrapper]), 'sh')
})
