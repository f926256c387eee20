// Random kills of nodes and of PostgreSQL, and cut networks, under many runs: 0 lost, 0 doubled. In full:
// ORRERY_KILL_ROUNDS=30 ORRERY_KILL_RUNS=500 sh bin/node --test test/suites/nodes/random-kills.test.ts
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openRelay } from '../../support/relay.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from '../engines/dbos-rig.ts'
import { openFaultPlace, type FaultPlace, type NodeName } from './fault-place.ts'
import type { FaultStrand } from './fault-strands.ts'

const rounds = Number(process.env.ORRERY_KILL_ROUNDS ?? 3)
const runs = Number(process.env.ORRERY_KILL_RUNS ?? 24)
const seed = Number(process.env.ORRERY_KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** For each round of the full matrix; a short one still ends. */
const settleMs = 240_000 + rounds * 10_000
/** A step that five deaths found in flight fails, as it should: what was asked for so many rounds ago is over before the next. */
const openRounds = 3

const places = openDbosPlaces()
after(() => places.close())

test(`kills: ${rounds} rounds over ${runs} runs, seed ${seed}`, { skip: withoutPostgres }, async (t) => {
  const postgres = await places.postgres()
  const url = new URL(await places.database())
  await using relay = await openRelay(Number(url.port))
  const direct = url.href
  url.port = String(relay.port)
  await using place = await openFaultPlace({ here: direct, there: url.href })
  const random = randomFrom(seed)
  const faults: Readonly<Record<string, () => Promise<void>>> = {
    there: () => die(place, ['there']),
    here: () => die(place, ['here']),
    postgres: () => postgres.restart(),
    both: () => die(place, ['here', 'there']),
    network: async () => relay.silence(),
  }
  const kinds = Object.keys(faults)
  const asked: string[][] = []
  for (let round = 0; round < rounds; round++) {
    const old = asked.slice(0, -openRounds).flat()
    await until('older runs are over', () => old.every((run) => place.isOver(run))).catch(() => null)
    const kind = kinds[round % kinds.length] ?? ''
    asked.push(askMany(place, { round, random }))
    const seen = (await place.traces()).length + Math.floor(random() * (runs / rounds) * 4)
    // Where all is done before so much is traced, the fault comes upon nodes at rest.
    await until('the moment has come', async () => (await place.traces()).length >= seen, 3000).catch(() => null)
    await faults[kind]?.()
  }
  const found = await place.settle(settleMs)
  const traces = await place.traces()
  const again = traces.filter((line) => line.startsWith('begin') && !line.endsWith(' 1')).length
  t.diagnostic(`${traces.filter((line) => line.startsWith('kill')).length} deaths, ${again} steps in flight ran again`)
  assert.deepEqual(found, { lost: [], doubled: [] })
})

const strands: readonly FaultStrand[] = ['local', 'across', 'compute']
const nodes: readonly NodeName[] = ['here', 'there']

type Round = { readonly round: number; readonly random: () => number }

/** Runs of each kind on either node, and one of a slot for which both ask. Answers the ids of the former. */
function askMany(place: FaultPlace, { round, random }: Round): string[] {
  const ids = Array.from({ length: Math.ceil(runs / rounds) - 1 }, (_, index) => `r${round}-${index}`)
  for (const id of ids) {
    const node = nodes[Math.floor(random() * 2)] ?? 'here'
    place.run(node, id, { strand: strands[Math.floor(random() * 3)] ?? 'local' })
  }
  const slot = new Date(Date.UTC(2026, 10, 23, 8, round)).toISOString()
  for (const node of nodes) place.run(node, `local@${slot}`, { slot })
  return ids
}

async function die(place: FaultPlace, dying: readonly NodeName[]): Promise<void> {
  await Promise.all(dying.map((node) => place.kill(node)))
  await Promise.all(dying.map((node) => place.begin(node)))
}

/** Mulberry32: a run that failed is repeated by its seed. */
function randomFrom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
