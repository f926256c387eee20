import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Run } from './evidence.ts'
import { difference, type Case, type Deed, type Facts } from './judge.ts'

const known = (deed: Deed, more: Partial<Case> = {}): Case => ({
  deeds: [deed],
  runsBefore: 0,
  isKilled: false,
  isLaunched: true,
  ...more,
})
const session = (state: Session['state'], alive: boolean, code: number | null = null): Session =>
  ({ state, tmux_alive: alive, exit_code: code, end_reason: null }) as Session
const facts = (says: Session | null, hasTerminal: boolean, ...runs: Run[]): Facts => ({
  session: says,
  hasTerminal,
  runs,
})
const living: Run = { pid: 1, isAlive: true, code: null }
const ended = (code: number | null): Run => ({ pid: 1, isAlive: false, code })

const rows: readonly (readonly [string, Case, Facts, RegExp | null])[] = [
  ['it runs', known('start'), facts(session('running', true), true, living), null],
  ['nothing ran', known('start'), facts(session('running', true), true), /nothing ran/],
  [
    'its second start ran nothing',
    known('start', { runsBefore: 1 }),
    facts(session('completed', false, 0), false, ended(0)),
    /nothing ran/,
  ],
  ['it runs and is failed', known('start'), facts(session('failed', true), true, living), /should be running/],
  ['it completed', known('start'), facts(session('completed', false, 0), false, ended(0)), null],
  [
    'it completed and failed on the board',
    known('start'),
    facts(session('failed', false), false, ended(0)),
    /should be completed/,
  ],
  ['its code is another', known('start'), facts(session('failed', false, 1), false, ended(7)), /exited with 7/],
  ['its terminal was not missed', known('start'), facts(session('completed', true, 0), false, ended(0)), /tmux_alive/],
  ['it was killed', known('start', { isKilled: true }), facts(session('failed', false), false, ended(null)), null],
  ['it stopped', known('stop'), facts(session('failed', false, 130), false, ended(130)), null],
  ['it lives after a stop', known('stop'), facts(session('failed', true), true, living), /runs on/],
  ['it waits', known('requeue'), facts(session('idle', false), false, ended(0)), null],
  ['it is dismissed', known('dismiss'), facts(null, true, living), null],
  ['it is back', known('dismiss'), facts(session('running', true), true, living), /dismissed and is there/],
  ['found and gone', known('start', { isLaunched: false }), facts(session('completed', false), false, ended(3)), null],
  [
    'either',
    { ...known('start'), deeds: ['start', 'stop'] },
    facts(session('failed', false, 130), false, ended(130)),
    null,
  ],
]
for (const [name, of, seen, expected] of rows) {
  test(`the judge of the truth: ${name}`, () => {
    const verdict = difference(of, seen)
    if (expected === null) assert.equal(verdict, null)
    else assert.match(verdict ?? 'no difference', expected)
  })
}
