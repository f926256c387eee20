// A strand of three steps on PostgreSQL against a workflow of three steps that DBOS runs by itself.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { silentLog } from '#platform/server/log/log.ts'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { benchEngine } from '../lib/engine.ts'
import { compareRounds, ratioAtLeast, type Line, type Row } from '../lib/line.ts'
import { startPostgres } from '../lib/postgres.ts'
import { interleave, timed } from '../lib/rounds.ts'
import { root, temporaryFolder } from '../lib/service.ts'

const execute = promisify(execFile)
const rounds = 5
const limitMs = 120_000
/** One process serves one database of DBOS, so both sides share none. */
const sides = [
  { atOnce: 1, runs: 60 },
  { atOnce: 16, runs: 300 },
] as const

export const strandOnPostgres: Row = {
  name: 'strand-on-postgres',
  async run() {
    await using ours = await startPostgres()
    await using theirs = await startPostgres()
    await using home = temporaryFolder()
    await using engine = await benchEngine(home.path, (options) =>
      openDbosEngine({ ...options, log: silentLog }, { url: ours.url, node: 'bench' }),
    )
    const lines: Line[] = []
    for (const { atOnce, runs } of sides) {
      await engine.run(runs, atOnce)
      const took = await interleave(rounds, {
        ours: async () => (await timed(() => engine.run(runs, atOnce))) / runs,
        bare: () => measureBare(theirs.url, runs, atOnce),
      })
      lines.push(compare(took, atOnce))
    }
    return lines
  },
}

type Took = { readonly ours: readonly number[]; readonly bare: readonly number[] }

function compare(took: Took, atOnce: number): Line {
  const note = `wall time a run A→B,C, ${atOnce} at once; bare: a workflow of DBOS with three steps`
  return compareRounds({
    title: `strand on PostgreSQL, 3 steps, ${atOnce} at once`,
    unit: 'ms',
    ...took,
    goal: ratioAtLeast(0.8),
    note,
  })
}

async function measureBare(url: string, runs: number, atOnce: number): Promise<number> {
  const argv = [join(root, 'bench/bare/dbos-runs.ts'), url, String(runs), String(atOnce)]
  const { stdout } = await execute(process.execPath, argv, { timeout: limitMs })
  return (JSON.parse(stdout) as { readonly ms: number }).ms
}
