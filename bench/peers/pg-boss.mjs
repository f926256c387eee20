// Runs three jobs in a chain, A and then B and C, on pg-boss with PostgreSQL and prints the milliseconds that one chain took.
import * as module from 'pg-boss'

const [url, count, atOnce] = process.argv.slice(2)
const PgBoss = module.PgBoss ?? module.default
const boss = new PgBoss({ connectionString: url, pollingIntervalSeconds: 0.5 })
boss.on('error', (error) => console.error(error))
await boss.start()
const waiting = new Map()
for (const queue of ['a', 'b', 'c']) await boss.createQueue(queue)
const options = { batchSize: Number(atOnce), pollingIntervalSeconds: 0.5 }
await boss.work('a', options, async (jobs) => {
  for (const { data } of jobs) await Promise.all([boss.send('b', data), boss.send('c', data)])
})
for (const queue of ['b', 'c']) {
  await boss.work(queue, options, async (jobs) => {
    for (const { data } of jobs) waiting.get(data.id)?.()
  })
}
let left = Number(count)
let next = 0
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) {
      const id = next++
      let ended = 0
      const done = new Promise((resolve) => waiting.set(id, () => ++ended === 2 && resolve()))
      await boss.send('a', { id })
      await done
    }
  }),
)
console.log(JSON.stringify({ ms: (performance.now() - startedMs) / Number(count) }))
process.exit(0)
