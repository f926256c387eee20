// A strand of three steps through the shipped service, as a viewer of it sees it: from the request to the end on /ws/flow.
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { openConnection } from '../lib/connection.ts'
import { hold } from '../lib/held.ts'
import { atLeast, atMost, type Line, type Row } from '../lib/line.ts'
import { postRequest } from '../lib/requests.ts'
import { startService, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'

const warmUpRuns = 300
const runs = 500

/** Its bodies do nothing, in a process of a person's own as every strand of a file. */
const file = `const run = () => null
export default { id: 'bench', concurrency: 10, steps: [{ id: 'a', run }, { id: 'b', after: ['a'], run }, { id: 'c', after: ['a'], run }] }
`

export const strandService: Row = {
  name: 'strand-service',
  async run() {
    await using service = await startService()
    await using runner = await openRunner(service)
    for (let run = 0; run < warmUpRuns; run++) await runner.run()
    const tookMs: number[] = []
    for (let run = 0; run < runs; run++) tookMs.push(await runner.run())
    return [
      line('p50', { measured: median(tookMs), note: `A→B,C from a file, one at a time, to its end on /ws/flow` }),
      {
        title: 'runs a second through the service',
        unit: 'runs/s',
        measured: 1000 / (tookMs.reduce((sum, ms) => sum + ms, 0) / runs),
        bare: null,
        ratio: null,
        goal: atLeast(400),
        note: `the same ${runs} runs; p99 ${percentile(tookMs, 0.99).toFixed(1)} ms`,
      },
    ]
  },
}

function line(share: string, { measured, note }: { readonly measured: number; readonly note: string }): Line {
  return {
    title: `run of a strand, seen, ${share}`,
    unit: 'ms',
    measured,
    bare: null,
    ratio: null,
    goal: atMost(3),
    note,
  }
}

type Runner = AsyncDisposable & { readonly run: () => Promise<number> }

async function openRunner(service: Service): Promise<Runner> {
  const { url, accessToken, home } = service
  const connection = await openConnection(url)
  const folder = join(home, 'workflows')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bench.mjs'), file)
  await connection.exchange(postRequest({ url, path: '/api/flow/reload', body: {}, accessToken }))
  const headers = { authorization: `Bearer ${accessToken}` }
  const viewer = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/flow`, { perMessageDeflate: false, headers })
  await once(viewer, 'message')
  const request = postRequest({ url, path: '/api/flow/strands/bench/run', body: {}, accessToken })
  const run = async (): Promise<number> => {
    const ended = Promise.withResolvers<void>()
    const look = (frame: Buffer): void => {
      if (isEnd(frame)) ended.resolve()
    }
    viewer.on('message', look)
    const startedMs = performance.now()
    const answered = connection.exchange(request)
    await Promise.race([ended.promise, answered.then(() => ended.promise)])
    const tookMs = performance.now() - startedMs
    viewer.off('message', look)
    await answered
    return tookMs
  }
  return hold({ run }, async () => {
    viewer.terminate()
    await connection[Symbol.asyncDispose]()
  })
}

type Change = { readonly kind: string; readonly value: { readonly status?: string } | null }

/** One run is under way at a time, so that the first end is its own. */
function isEnd(frame: Buffer): boolean {
  const { changes = [] } = JSON.parse(frame.toString()) as { readonly changes?: readonly Change[] }
  return changes.some(({ kind, value }) => kind === 'run' && value?.status === 'success')
}
