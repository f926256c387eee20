import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '#base/time.ts'
import { retryDelayMs } from './backoff.ts'
import { dueSlots, isLate, mostMissed } from './due-slots.ts'
import { queueFor, queueName, serveHere } from './placement.ts'
import { stepsToReuse } from './plan-retry.ts'
import { newStep } from './record.ts'

test('a step is placed by its own host, else by the strand, with what both require', () => {
  const rows = [
    ['any', [], null, [], 'any'],
    ['pi', [], null, [], 'host:pi'],
    ['pi', [], 'popos', [], 'host:popos'],
    ['any', ['gpu'], null, ['disk', 'gpu'], 'cap:disk+gpu'],
    ['pi', ['gpu'], 'any', [], 'cap:gpu'],
  ] as const
  for (const [defaultHost, requiredCapabilities, host, requires, expected] of rows) {
    assert.equal(queueName(queueFor({ defaultHost, requiredCapabilities }, { host, requires })), expected)
  }
})

test('this machine serves its own names and capabilities, and says what to do about others', () => {
  const here = { hosts: ['ada.local', 'ada'], capabilities: ['gpu'] }
  const serve = (defaultHost: string, requires: string[]) =>
    serveHere(queueFor({ defaultHost, requiredCapabilities: [] }, { host: null, requires }), here)
  assert.equal(serve('any', []).ok, true)
  assert.equal(serve('ADA', ['gpu']).ok, true)
  const host = serve('popos', [])
  assert.match(host.ok ? '' : host.error, /host popos.*runs on ada\.local alone.*Leave the host out/)
  const lacking = serve('ada', ['gpu', 'tape', 'zip'])
  assert.match(lacking.ok ? '' : lacking.error, /requires tape and zip.*flow\.capabilities/)
})

test('waits grow by their factor up to their cap, and end with the tries', () => {
  const policy = { retries: 4, delayMs: 100, factor: 3, maxDelayMs: 1000 }
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((failures) => retryDelayMs(policy, failures)),
    [100, 300, 900, 1000, null],
  )
})

test('of the slots that passed the newest runs while it is fresh or asked for, the others are missed', () => {
  const nowMs = 100 * hourMs
  const ago = (ms: number) => nowMs - ms
  const rows = [
    ['nothing passed', [], 'skip', null, []],
    ['one just now', [ago(10)], 'skip', ago(10), []],
    ['two while it stalled', [ago(2 * minuteMs), ago(minuteMs)], 'skip', ago(minuteMs), [ago(2 * minuteMs)]],
    ['one long ago', [ago(hourMs)], 'skip', null, [ago(hourMs)]],
    ['one long ago, run once', [ago(hourMs)], 'run_once', ago(hourMs), []],
    [
      'three, run once',
      [ago(3 * hourMs), ago(2 * hourMs), ago(hourMs)],
      'run_once',
      ago(hourMs),
      [ago(3 * hourMs), ago(2 * hourMs)],
    ],
  ] as const
  for (const [what, passed, missed, run, left] of rows) {
    assert.deepEqual(dueSlots(passed, { nowMs, missed }), { run, missed: left }, what)
  }
  const many = Array.from({ length: 500 }, (_, index) => ago((501 - index) * hourMs))
  assert.equal(dueSlots(many, { nowMs, missed: 'skip' }).missed.length, mostMissed)
  assert.deepEqual([isLate(0, 5000), isLate(0, 5001)], [false, true])
})

test('a retry takes over what succeeded, unless something before it has to run again', () => {
  const step = (id: string, ...after: string[]) => ({ id, after })
  const done = (id: string) => [id, { ...newStep('r', id, null), status: 'success' as const }] as const
  const before = new Map([done('a'), done('b'), done('d')])
  const reuse = (...steps: { id: string; after: string[] }[]) => [...stepsToReuse(steps, before).keys()]
  assert.deepEqual(reuse(step('a'), step('b', 'a'), step('c', 'b')), ['a', 'b'])
  assert.deepEqual(reuse(step('new'), step('a', 'new'), step('d')), ['d'])
  assert.deepEqual(reuse(step('c'), step('d', 'c')), [])
})
