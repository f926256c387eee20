// An agent's event as the service takes it: committed before the answer, and shown to ten viewers.
import { agentCount, measureIngest, viewerCount } from '../lib/ingest-load.ts'
import { atLeast, compareRounds, ratioAtLeast, type Row } from '../lib/line.ts'
import { startService } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

export const ingest: Row = {
  name: 'ingest',
  async run() {
    await using service = await startService()
    const load = await measureIngest(service)
    const note =
      `CPU of the server; ${agentCount} agents, ${viewerCount} viewers, ` +
      `${load.framesPerThousand.toFixed(1)} frames each for 1,000 events`
    const measured = median(load.oursPerSecond)
    const bare = median(load.barePerSecond)
    return [
      compareRounds({
        title: 'ingest, committed',
        unit: 'µs',
        ours: load.ours,
        bare: load.bare,
        goal: ratioAtLeast(0.45),
        note,
      }),
      {
        title: `events a second, ${agentCount} agents`,
        unit: 'events/s',
        measured,
        bare,
        ratio: measured / bare,
        goal: atLeast(5000),
        note: 'committed and broadcast, as the clients saw it',
      },
    ]
  },
}
