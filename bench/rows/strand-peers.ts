// A strand of three steps against other engines that are installed like a library: what one run takes, from trigger to end.
import { join } from 'node:path'
import { benchEngine } from '../lib/engine.ts'
import { compareMedians, ratioAtLeast, type Line, type Row } from '../lib/line.ts'
import { installPeer } from '../lib/peer.ts'
import { startPostgres } from '../lib/postgres.ts'
import { interleave, timed } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'

const rounds = 3
const runs = 100
const atOnce = 16
/** How much quicker than a queue that polls we promise to be. */
const goal = ratioAtLeast(10)

export const strandPeers: Row = {
  name: 'peers-of-strands',
  run: async () => [
    await withReason('openworkflow', () => againstOpenworkflow()),
    await withReason('pg-boss', () => againstPgBoss()),
  ],
}

async function againstOpenworkflow(): Promise<Line> {
  await using peer = await installPeer('openworkflow')
  await using folder = temporaryFolder()
  const measure = (round: number) => peer.measure([join(folder.path, `${round}.db`), String(runs), String(atOnce)])
  return await compare(`openworkflow ${peer.version} on SQLite`, measure)
}

async function againstPgBoss(): Promise<Line> {
  await using peer = await installPeer('pg-boss')
  await using postgres = await startPostgres()
  const measure = () => peer.measure([postgres.url, String(runs), String(atOnce)])
  return await compare(
    `pg-boss ${peer.version} on PostgreSQL, chained by hand, polling each 0.5 s, its shortest`,
    measure,
  )
}

async function compare(name: string, measurePeer: (round: number) => Promise<number>): Promise<Line> {
  await using home = temporaryFolder()
  await using engine = await benchEngine(home.path)
  await engine.run(runs, atOnce)
  const { ours, bare } = await interleave(rounds, {
    ours: async () => (await timed(() => engine.run(runs, atOnce))) / runs,
    bare: measurePeer,
  })
  const note = `wall time a run A→B,C, ${atOnce} at once, ${runs} runs; bare: ${name}`
  // The cost of theirs by the cost of ours: how many times quicker we are.
  return compareMedians({ title: `strand against ${name.split(' ')[0]}`, unit: 'ms', ours, bare, goal, note })
}

/** What is not there can't be measured, and says so instead of failing the run. */
async function withReason(name: string, measure: () => Promise<Line>): Promise<Line> {
  try {
    return await measure()
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error)
    return { title: `strand against ${name}`, unit: 'ms', measured: 0, bare: null, ratio: null, goal, note }
  }
}
