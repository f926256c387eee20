// From the command to the first answer, against the start of a bare node:http server.
import { join } from 'node:path'
import { compareMedians, ratioAtMost, type Row } from '../lib/line.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { interleave } from '../lib/rounds.ts'
import { startServer, type ServerProcess } from '../lib/server-process.ts'
import { keptPlace, root, startService } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const starts = 9

export const start: Row = {
  name: 'start',
  async run() {
    await using place = keptPlace()
    // tmux runs already, as on a machine where agents work; this start also makes the home and fills the compile cache.
    await place.tmux.run('new-session', '-d', '-s', 'work', 'sleep 100000')
    await firstAnswer(() => startService(place))
    const cpuMs = { ours: [] as number[], bare: [] as number[] }
    const bareArgv = [process.execPath, join(root, 'bench/bare/start.mjs')]
    const measured = await interleave(starts, {
      ours: () => firstAnswer(() => startService(place), cpuMs.ours),
      bare: () => firstAnswer(() => startServer({ argv: bareArgv }), cpuMs.bare),
    })
    const cpu = `${median(cpuMs.ours).toFixed(0)} and ${median(cpuMs.bare).toFixed(0)} ms of CPU`
    const note = `\`orrery start\` in a known home; ${cpu}`
    return [compareMedians({ title: 'start to first 200', unit: 'ms', ...measured, goal: ratioAtMost(3), note })]
  },
}

/** Milliseconds from the making of the process to the end of its first answer. */
async function firstAnswer(begin: () => Promise<ServerProcess>, cpuMs: number[] = []): Promise<number> {
  await using server = await begin()
  const answer = await fetch(`${server.url}/api/version`)
  await answer.text()
  const tookMs = performance.now() - server.spawnedMs
  if (answer.status !== 200) throw new Error(`the first answer was ${answer.status}`)
  cpuMs.push(cpuOf(server.pid) / 1000)
  return tookMs
}
