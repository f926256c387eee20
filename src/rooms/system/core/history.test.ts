import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, keptSamples, noHistory, percent, pointsOf, reachWords, withLook } from './history.ts'
import { systemLines } from './system-lines.ts'
import { sampleSystem } from './system.testkit.ts'

const first = sampleSystem()
const later = sampleSystem({
  at: '2026-11-22T19:00:02.000Z',
  load: { averages: [0.5, 0.25, 0.1], busy_ms: 3000, idle_ms: 15_000 },
  service: { ...first.service, busy_ms: 1000 },
})

test('two looks tell what was between them, one tells how full the memory is', () => {
  const one = withLook(noHistory, first)
  assert.deepEqual(
    one.samples.map(({ load, service, memory }) => [load, service, memory]),
    [[null, null, 0.75]],
  )
  const sample = withLook(one, later).samples.at(-1)
  assert.deepEqual([sample?.load, sample?.service, sample?.memory], [0.25, 0.25, 0.75])
})

test('the same look twice is one, a service started anew begins anew, and old samples go', () => {
  const two = withLook(withLook(noHistory, first), later)
  assert.equal(withLook(two, later), two)
  const another = { ...later, at: '2026-11-22T19:00:04.000Z', service: { ...later.service, pid: 7 } }
  assert.deepEqual(
    withLook(two, another).samples.map(({ load }) => load),
    [null],
  )
  let many = noHistory
  for (let nth = 0; nth < 99; nth++) many = withLook(many, { ...first, at: new Date(nth * 2000).toISOString() })
  assert.equal(many.samples.length, keptSamples)
})

test('a clock that went back and sums that shrink give no share outside of what can be', () => {
  const sample = withLook(withLook(noHistory, later), first).samples.at(-1)
  assert.deepEqual([sample?.load, sample?.service], [0, 0])
})

test('the newest point stands at the right edge', () => {
  const box = { width: 118, height: 10 }
  assert.equal(pointsOf([0, 1], box), '116.0,10.0 118.0,0.0')
  assert.equal(pointsOf([], box), '')
  assert.equal(pointsOf([0.5], box), '116.0,5.0 118.0,5.0', 'one look is seen, too')
  assert.equal(areaOf([0, 1], box), '116.0,10 116.0,10.0 118.0,0.0 118,10')
  assert.equal(areaOf([], box), '')
  assert.equal(percent(0.256), '26 %')
})

test('right after the page was opened it says how little is measured, and why', () => {
  const says = (count: number) => {
    let looks = noHistory
    for (let nth = 0; nth < count; nth++) looks = withLook(looks, { ...first, at: new Date(nth * 2000).toISOString() })
    return reachWords(looks.samples)
  }
  assert.match(says(1), /^Measured from now on: /)
  assert.match(says(5), /^The last 8 s: only while this page is looked at/)
  assert.equal(says(keptSamples), 'The last two minutes.')
})

test('how it stands is told in lines, with what to do where something is wrong', () => {
  const texts = Object.fromEntries(systemLines(first).map(({ name, text }) => [name, text]))
  assert.equal(texts.Sessions, '3: 2 running, 1 awaiting review')
  assert.equal(texts.tmux, 'tmux 3.5a, 1 session')
  assert.equal(texts.Service, 'pid 42 as ada, legacy mode, up 1 h 00 min, at http://127.0.0.1:7420')
  const bad = systemLines(
    sampleSystem({
      disk: { total_bytes: 1e12, free_bytes: 5e8, level: 'warn' },
      tmux: { socket: null, sessions: null, problem: 'It is not installed.' },
      sessions: { total: 0, idle: 0, running: 0, awaiting_review: 0, completed: 0, failed: 0 },
    }),
  )
  assert.deepEqual(
    bad.filter(({ level }) => level !== 'ok').map(({ name, level }) => [name, level]),
    [
      ['Disk', 'warn'],
      ['tmux', 'fail'],
    ],
  )
  assert.match(bad.find(({ name }) => name === 'Disk')?.text ?? '', /Make room soon\.$/)
})
