import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs, secondMs, toIso } from '#base/time.ts'
import type { Run, Tick } from '../contract.ts'
import {
  lastStatus,
  plainName,
  sayComing,
  sayOutcome,
  sayTicks,
  sayTook,
  sayTriggeredBy,
  shortRunId,
  whyNotRun,
} from './strand-words.ts'
import { webhookCurl, webhookUrl } from './strand/webhook-curl.ts'

const now = Date.parse('2026-11-20T08:00:00.000Z')
const tick = (status: Tick['status'], late = false): Tick => ({
  run_id: null,
  status,
  at: toIso(now),
  duration_ms: null,
  late,
  caveat: null,
})

test('only a mirrored job loses the mark before its name', () => {
  assert.equal(plainName({ name: '🦞 Digest', origin: 'synthetic' }), 'Digest')
  assert.equal(plainName({ name: '🦞 Digest', origin: 'user' }), '🦞 Digest')
})

test('a strand with a broken file says why it is not run, with the place in the file', () => {
  assert.equal(whyNotRun({ broken: null }), null)
  const fault = { file: 'workflows/a.ts', line: 3, reason: 'Unexpected token', since: '2026-01-01T00:00:00.000Z' }
  assert.equal(whyNotRun({ broken: fault }), 'its file has a fault: workflows/a.ts:3 Unexpected token')
  const nowhere = { ...fault, line: null }
  assert.equal(whyNotRun({ broken: nowhere }), 'its file has a fault: workflows/a.ts Unexpected token')
})

test('the state of a strand is that of its run under way, else of its last run; a missed slot is none', () => {
  assert.equal(lastStatus({ ticks: [] }), 'idle')
  assert.equal(lastStatus({ ticks: [tick('failed'), tick('missed')] }), 'failed')
  assert.equal(lastStatus({ ticks: [tick('running'), tick('queued')] }), 'running')
})

test('ticks are told by number', () => {
  assert.equal(sayTicks({ ticks: [] }), 'no runs yet')
  const ticks = [tick('success'), tick('success', true), tick('missed'), tick('failed')]
  assert.equal(sayTicks({ ticks }), 'last 4: 2 succeeded, 1 missed, 1 failed, 1 late')
})

test('what is to come is told by how far it is, then by its day, then by its date', () => {
  const rows: [number, RegExp][] = [
    [-5 * secondMs, /^due$/],
    [400, /^in 1 s$/],
    [90 * secondMs, /^in 1 min$/],
    [5 * hourMs, /^in 5 h$/],
    [3 * dayMs, /^[A-Z][a-z]{2} \d\d:\d\d$/],
    [30 * dayMs, /^\d+ [A-Z][a-z]+ \d\d:\d\d$/],
  ]
  for (const [ms, expected] of rows) assert.match(sayComing(toIso(now + ms), now), expected)
})

test('durations tell milliseconds where runs are quick', () => {
  const rows: [number, string][] = [
    [12, '12 ms'],
    [4000, '4 s'],
    [4270, '4.2 s'],
    [48 * secondMs, '48 s'],
    [92 * secondMs, '1 min 32 s'],
    [25 * minuteMs, '25 min'],
    [2 * hourMs, '2 h 00 min'],
  ]
  for (const [ms, expected] of rows) assert.equal(sayTook(ms), expected)
})

test('a run says what began it', () => {
  const run: Run = {
    run_id: 'r',
    workflow_id: 's',
    status: 'success',
    trigger: 'manual',
    trigger_by: 'Firefox',
    input: null,
    created_at: toIso(now),
    started_at: null,
    finished_at: null,
    error: null,
    slot: null,
    caveat: null,
    retry_of: null,
    usage: null,
  }
  assert.equal(sayTriggeredBy(run), 'by hand, Firefox')
  assert.equal(sayTriggeredBy({ ...run, trigger: 'cron', trigger_by: 'schedule' }), 'by schedule')
  assert.equal(sayTriggeredBy({ ...run, trigger: 'cron', trigger_by: 'boot-warmup' }), 'by schedule, boot-warmup')
  assert.equal(sayTriggeredBy({ ...run, trigger: 'webhook', trigger_by: 'd1' }), 'by webhook d1')
  assert.equal(sayTriggeredBy({ ...run, retry_of: 'before' }), 'going on from before, by Firefox')
  assert.equal(shortRunId('2f9c41e0-1111-4222-8333-444455556666'), '2f9c41e0')
  assert.equal(shortRunId('gc@2026-11-20T08:00:00.000Z'), 'gc@2026-11-20T08:00:00.000Z')
})

test('a success with something to say against it is counted and named as what it is', () => {
  const notOk: Tick = { ...tick('success'), caveat: 'not_ok' }
  const notSetUp: Tick = { ...tick('success'), caveat: 'not_set_up' }
  assert.equal(sayTicks({ ticks: [tick('success'), notOk, notSetUp] }), 'last 3: 1 succeeded, 1 not ok, 1 not set up')
  assert.equal(lastStatus({ ticks: [tick('failed'), notOk] }), 'not_ok')
  assert.equal(sayOutcome({ status: 'success', caveat: { kind: 'not_ok', reason: '' } }), 'Success, not ok')
  assert.equal(sayOutcome({ status: 'success', caveat: { kind: 'not_set_up', reason: '' } }), 'Not set up')
})

test('the call of a webhook names the strand and signs the body', () => {
  const url = webhookUrl('https://orrery.example', 'a b')
  assert.equal(url, 'https://orrery.example/api/flow/webhooks/a%20b')
  assert.match(
    webhookCurl(url),
    /X-Signature-256: sha256=\$\(.*openssl dgst -sha256 -hmac "\$WEBHOOK_SECRET".*X-Delivery-Id/s,
  )
})
