// Loaded into a server by --import: from each SIGUSR2 on it watches the loop, and writes the longest turn with the next one.
// The turns of a watched loop never rest: what a server takes is measured without it.
import { writeFileSync } from 'node:fs'
import { longestTurn } from './event-loop.ts'

let watch = null

process.on('SIGUSR2', async () => {
  const ended = watch
  watch = ended === null ? longestTurn() : null
  if (ended !== null) writeFileSync(process.env.ORRERY_LOOP_PROBE, String(await ended.end()))
})
