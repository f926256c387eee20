// `npm run truth -- --seed 7 --steps 5000`: the truth under pressure for as long as one likes; `--restarts 50` the other test.
import { parseArgs } from 'node:util'
import { putUnderPressure } from '../test/suites/truth/pressure.ts'
import { restartAtOnce } from '../test/suites/truth/restarts.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    steps: { type: 'string', default: '1000' },
    loops: { type: 'string', default: '3' },
    restarts: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const loops = Number(values.loops)
if (values.restarts === undefined) {
  const seed = Number(values.seed)
  console.log(`seed ${seed}`)
  const log = values.verbose ? (line: string) => console.log(line) : undefined
  const made = await putUnderPressure({ seed, steps: Number(values.steps), loops, ...(log && { log }) })
  console.log(`${made} steps, and the board told the truth after each round`)
} else {
  const rounds = Number(values.restarts)
  for (let round = 1; round <= rounds; round++) {
    const runs = await restartAtOnce({ restarts: 12, loops })
    console.log(`${round}: runs after completed and after failed: ${runs.join(', ')}`)
  }
}
