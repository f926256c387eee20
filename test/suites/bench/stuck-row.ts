// A row as a run of the benchmark starts it, by what it is told: one that measures, one that never ends, one that takes no signal.
import { spawn } from 'node:child_process'
import { measureHere } from '../../../bench/lib/apart.ts'

const [, , kind] = process.argv
if (kind === 'deaf') process.on('SIGTERM', () => {})

await measureHere({
  name: 'stuck',
  async run() {
    if (kind === 'measures') return []
    // Holds the output of this process open beyond its end.
    if (kind === 'deaf') spawn('sleep', ['10'], { stdio: ['ignore', 'inherit', 'ignore'] }).unref()
    await new Promise(() => setInterval(() => {}, 60_000))
    return []
  },
})
