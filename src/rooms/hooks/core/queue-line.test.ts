import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '#platform/contract.ts'
import {
  badLine,
  deadLetterLine,
  describeRefusal,
  lineLimitBytes,
  maxTries,
  readQueueLine,
  retryLine,
  verdictOn,
} from './queue-line.ts'

const event = { tmux_session: 'code-1', event: 'running', at: 1_700_000_000 }
const line = JSON.stringify(event)

/** What is told of the event of a line. */
function read(text: string) {
  const found = readQueueLine(text)
  assert.ok(found.kind === 'event', JSON.stringify(found))
  return { tries: found.tries, firedAt: found.report.firedAt, cut: found.cut }
}

test('a line is an event with its time and its tries', () => {
  assert.deepEqual(read(`  ${line}\n`), { tries: 0, firedAt: '2023-11-14T22:13:20.000Z', cut: undefined })
  assert.deepEqual(read(JSON.stringify({ ...event, tries: 3 })), {
    tries: 3,
    firedAt: '2023-11-14T22:13:20.000Z',
    cut: undefined,
  })
})

const times: readonly (readonly [unknown, string | null])[] = [
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [undefined, null],
  ['once', null],
  [8.64e12, null],
  [-8.64e12, null],
  [8.64e12 - 1, '+275760-09-12T23:59:59.000Z'],
]

for (const [at, firedAt] of times) {
  test(`the time ${JSON.stringify(at)} is ${firedAt ?? 'none'}`, () => {
    assert.equal(read(JSON.stringify({ ...event, at })).firedAt, firedAt)
  })
}

test('blank lines and those that were dealt with are nothing', () => {
  for (const text of ['', '  \n', `#${line.slice(1)}`, '#']) assert.deepEqual(readQueueLine(text), { kind: 'nothing' })
})

test('what is no event of ours is a dead letter that says why', () => {
  assert.deepEqual(readQueueLine('nonsense'), {
    kind: 'dead',
    fields: { line: 'nonsense' },
    error: 'is not a JSON object',
  })
  for (const text of ['[1]', '7', 'null', '"text"']) assert.equal(readQueueLine(text).kind, 'dead', text)
  const unknown = readQueueLine(JSON.stringify({ ...event, event: 'nothing-we-know' }))
  assert.equal(unknown.kind, 'dead')
  assert.equal(unknown.kind === 'dead' && typeof unknown.error === 'string' && unknown.error.length > 0, true)
  assert.deepEqual(unknown.kind === 'dead' && unknown.fields.event, 'nothing-we-know')
})

test('an event that follows one without its end is delivered, and what was cut is kept', () => {
  const cut = line.slice(0, 20)
  assert.deepEqual(read(`${cut}${line}`), { tries: 0, firedAt: '2023-11-14T22:13:20.000Z', cut })
  assert.equal(read(`x${line}`).cut, 'x')
  assert.deepEqual(readQueueLine(`${cut}{"tmux_session":"code-1"`), {
    kind: 'dead',
    fields: { line: `${cut}{"tmux_session":"code-1"` },
    error: 'is not a JSON object',
  })
})

test('the beginning of an event alone is a dead letter', () => {
  const text = '{"tmux_session":"code-1"'
  assert.deepEqual(readQueueLine(text), { kind: 'dead', fields: { line: text }, error: 'is not a JSON object' })
})

test('an event is given up after its fifth failure, and takes at most a mebibyte', () => {
  assert.deepEqual([maxTries, lineLimitBytes], [5, 1_048_576])
})

test('a dead letter keeps the beginning of a line that nobody can read, well-formed', () => {
  assert.deepEqual(badLine('x'.repeat(1500)), { line: 'x'.repeat(1000) })
  assert.deepEqual(badLine(`${'x'.repeat(999)}🪐`), { line: `${'x'.repeat(999)}\uFFFD` })
})

test('a line that is tried again, and a dead letter, are lines of JSON', () => {
  assert.equal(retryLine({ event: 'running', tries: 1 }, 2), '{"event":"running","tries":2}\n')
  assert.equal(
    deadLetterLine({ fields: { event: 'running', at: 1 }, error: 'no', at: '2026-11-20T08:00:00.000Z' }),
    '{"event":"running","at":1,"error":"no","dead_at":"2026-11-20T08:00:00.000Z"}\n',
  )
})

const verdicts: readonly (readonly [RefusalCode, ReturnType<typeof verdictOn>])[] = [
  ['invalid_request', 'hopeless'],
  ['stopping', 'later'],
  ['storage_unavailable', 'failure'],
  ['not_found', 'failure'],
]

for (const [error, verdict] of verdicts) {
  test(`a refusal with ${error} is ${verdict}`, () => assert.equal(verdictOn(error), verdict))
}

test('a refusal is told with its code', () => {
  assert.equal(describeRefusal({ error: 'not_found', reason: 'It is gone.' }), 'not_found: It is gone.')
})
