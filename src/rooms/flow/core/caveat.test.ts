import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '#base/json.ts'
import { caveatOf, outcomeOf, runCaveat } from './caveat.ts'

test('only an answer that says ok: false has something to say against its success', () => {
  const fine: Json[] = [null, true, 'no', 7, [], [{ ok: false }], {}, { ok: true }, { ok: null }, { ok: 'false' }]
  for (const result of fine) assert.equal(caveatOf(result), null, JSON.stringify(result))
})

test('the reason is what the answer gives: reason, error or message, with its hint, on one line', () => {
  const rows: readonly (readonly [Json, string, string])[] = [
    [{ ok: false, reason: 'Two audits are broken.' }, 'not_ok', 'Two audits are broken.'],
    [{ ok: false, error: 'the store\n is   full' }, 'not_ok', 'the store is full'],
    [{ ok: false, error: { code: 7 }, message: 'Full.' }, 'not_ok', 'Full.'],
    [{ ok: false, reason: ' ', error: 'full', hint: 'Empty it.' }, 'not_ok', 'full Empty it.'],
    [{ ok: false }, 'not_ok', 'It answered ok: false, without a reason.'],
    [{ ok: false, error: 'not_set_up' }, 'not_set_up', 'Something that it needs is not set up.'],
    [{ ok: false, error: 'not_set_up', reason: 'No store.', hint: 'Set it.' }, 'not_set_up', 'No store. Set it.'],
  ]
  for (const [result, kind, reason] of rows) assert.deepEqual(caveatOf(result), { kind, reason })
  const longest = 'x'.repeat(500)
  assert.equal(caveatOf({ ok: false, reason: longest })?.reason, longest)
  assert.equal(caveatOf({ ok: false, reason: `${longest}x` })?.reason, `${longest.slice(1)}…`)
})

test('a run says what is not set up before what was not ok, and nothing of steps that failed', () => {
  const step = (step_id: string, result: Json, status: 'success' | 'skipped' | 'failed' = 'success') => ({
    step_id,
    result,
    status,
  })
  const notOk = step('a', { ok: false, reason: 'Half.' })
  assert.equal(runCaveat([step('a', { ok: true })]), null)
  assert.deepEqual(runCaveat([notOk, step('b', { ok: false })]), { kind: 'not_ok', reason: 'a: Half.' })
  const missing = step('b', { ok: false, error: 'not_set_up', reason: 'No key.' }, 'skipped')
  assert.deepEqual(runCaveat([notOk, missing]), { kind: 'not_set_up', reason: 'b: No key.' })
  assert.equal(runCaveat([step('a', { ok: false }, 'failed')]), null)
})

test('a state is shown as what stands against it', () => {
  assert.equal(outcomeOf({ status: 'success', caveat: null }), 'success')
  assert.equal(outcomeOf({ status: 'success', caveat: 'not_ok' }), 'not_ok')
  assert.equal(outcomeOf({ status: 'skipped', caveat: { kind: 'not_set_up', reason: '' } }), 'not_set_up')
})
