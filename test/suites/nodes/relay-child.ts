// A node that a test kills: prints `ready`, then each request that it begins, and answers those that begin with `answer`.
import { beginNode } from './relay-place.ts'

const [url = '', name = ''] = process.argv.slice(2)
await beginNode(url, name, async (request) => {
  process.stdout.write(`${request}\n`)
  return request.startsWith('answer') ? `${request}!` : await new Promise<string>(() => {})
})
process.stdout.write('ready\n')
// Its timers hold no process.
setInterval(() => {}, 60_000)
