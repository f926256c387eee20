// A strand of three steps on the embedded engine, against hand-written SQL that commits the same.
import { join } from 'node:path'
import { openBareRuns } from '../bare/sqlite-runs.ts'
import { benchEngine } from '../lib/engine.ts'
import { compareRounds, ratioAtLeast, type Line, type Row } from '../lib/line.ts'
import { interleave } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'

const rounds = 15
const runsInRound = 300
const warmUpRuns = 3000

export const strand: Row = {
  name: 'strand',
  run: async () => [await measure(1), await measure(16)],
}

async function measure(atOnce: number): Promise<Line> {
  await using home = temporaryFolder()
  await using engine = await benchEngine(home.path)
  const bare = openBareRuns(join(home.path, 'bare.db'))
  try {
    // A service that ran a while: the machine code of the engine is made.
    await engine.run(warmUpRuns, atOnce)
    const costs = await interleave(rounds, {
      ours: () => cpuEach(() => engine.run(runsInRound, atOnce)),
      bare: (round) =>
        cpuEach(async () => {
          for (let index = 0; index < runsInRound; index++) bare.run(`${round}-${index}`)
        }),
    })
    const note = `CPU a run A→B,C, ${atOnce} at once; bare: 8 transactions of prepared SQL, synchronous = NORMAL`
    return compareRounds({
      title: `embedded strand, 3 steps, ${atOnce} at once`,
      unit: 'µs',
      ours: costs.ours,
      bare: costs.bare,
      goal: ratioAtLeast(0.7),
      note,
    })
  } finally {
    bare.close()
  }
}

/** Microseconds of this process for each run. */
async function cpuEach(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runsInRound
}
