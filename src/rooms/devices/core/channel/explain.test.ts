import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainDialed, explainEnded } from './explain.ts'

const hub = 'https://hub.example'

test('what passes by itself is dialed again soon, what a person has to mend slowly, and each says what to do', () => {
  const at = '2026-11-20T10:00:00.000Z'
  const rows: [status: number | null, error: string | null, isSlow: boolean, reason: RegExp, hint: RegExp][] = [
    [null, null, false, /is not reached: no answer$/, /dialed again by itself\..*the hub runs/],
    [410, 'gone_in_legacy_mode', true, /legacy mode, which has no devices/, /DEPLOYMENT=cloud-fabric/],
    [401, 'revoked', true, /is revoked, and does not prove it/, /check its address/],
    [401, 'nonce_needed', false, /no nonce of its own; its clock says 2026-11-20T10:00:00\.000Z\.$/, /look at proxies/],
    [401, 'unauthenticated', true, /does not know this device/, /orrery daemon unpair/],
    [503, 'unavailable', false, /refused: no answer$/, /dialed again by itself/],
    [502, null, false, /refused: no answer$/, /dialed again by itself/],
  ]
  for (const [status, error, isSlow, reason, hint] of rows) {
    const said = explainDialed({ status, error, reason: 'no answer', time: at }, hub)
    assert.ok(said.reason.startsWith(hub), said.reason)
    assert.match(said.reason, reason)
    assert.match(said.hint, hint)
    assert.equal(said.isSlow, isSlow, error ?? String(status))
  }
  const { reason } = explainDialed({ status: 401, error: 'nonce_needed', reason: '', time: null }, hub)
  assert.match(reason, /no nonce of its own\.$/)
})

test('a connection that was lost is dialed again soon; what takes a person slowly', () => {
  const rows = [
    ['lost', false, /lost: it went silent\.$/],
    ['wrong_hub', true, /not greeted: it went silent\.$/],
    ['no_protocol', true, /do not understand each other: it went silent\.$/],
    ['clone', true, /Another machine is connected with the key of this one/],
  ] as const
  for (const [kind, isSlow, reason] of rows) {
    const said = explainEnded(kind, 'it went silent')
    assert.match(said.reason, reason)
    assert.equal(said.isSlow, isSlow, kind)
    assert.notEqual(said.hint, '')
  }
})
