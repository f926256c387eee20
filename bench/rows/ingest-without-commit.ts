// An agent's event through routes, state machine and broadcast, with nothing committed.
import { join } from 'node:path'
import { agentCount, measureIngest, viewerCount } from '../lib/ingest-load.ts'
import { compareRounds, ratioAtLeast, type Row } from '../lib/line.ts'
import { startServer } from '../lib/server-process.ts'
import { root, temporaryFolder } from '../lib/service.ts'

export const ingestWithoutCommit: Row = {
  name: 'ingest-without-commit',
  async run() {
    await using home = temporaryFolder()
    const part = join(root, 'bench/parts/ingest-without-commit.ts')
    await using server = await startServer({ argv: [process.execPath, part, home.path] })
    const load = await measureIngest(server)
    const note = `CPU of the server; ${agentCount} agents, ${viewerCount} viewers; from sources, SQLite left out`
    return [
      compareRounds({
        title: 'ingest, no commit',
        unit: 'µs',
        ours: load.ours,
        bare: load.bare,
        goal: ratioAtLeast(0.75),
        note,
      }),
    ]
  },
}
