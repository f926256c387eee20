// A node in this process, `here`, and others on the same PostgreSQL in processes that a test may kill.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import type { EngineOptions } from '#rooms/flow/server/engine/open-engine.ts'
import { createOutputFiles, readStretch } from '#rooms/flow/server/output/output-files.ts'
import { createRunReads } from '#rooms/flow/server/store/run-reads.ts'
import { nodeStrands } from './node-strands.ts'

export type NodeHome = { readonly path: string; readonly database: Database }

export const engineOptions = ({ path, database }: NodeHome): EngineOptions => ({
  database,
  files: createOutputFiles(path),
  here: { hosts: ['here'], capabilities: [] },
  clock: systemClock,
  after: systemTimers.after,
  log: silentLog,
  onCommit() {},
  onOutput() {},
})

export async function openNodePlace(url: string) {
  const root = await mkdtemp(join(tmpdir(), 'orrery-nodes-'))
  const tracesPath = join(root, 'traces')
  const own = await openHome(join(root, 'here'))
  const engine = openDbosEngine(engineOptions(own), { url, node: 'here' })
  engine.setStrands(nodeStrands((line) => appendFileSync(tracesPath, `here ${line}\n`)))
  await engine.start()
  return {
    url,
    engine,
    reads: createRunReads(own.database.read),
    /** `<node> begin|end <step> <try>`, in their order. */
    traces: async () => (await readFile(tracesPath, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
    home: (name: string) => openHome(join(root, name)),
    async output(runId: string, stepId: string) {
      const stretches = createOutputFiles(own.path).stretches({ runId, stepId }, 0)
      return Buffer.concat(await Promise.all(stretches.map((one) => readStretch(one, one.bytes)))).toString()
    },
    /** The node `there`, with so many of the strands; it keeps its home. */
    another: async (installed = 9) => {
      const home = join(root, 'there')
      await mkdir(home, { recursive: true })
      return beginNode([url, 'there', home, tracesPath, String(installed)])
    },
    async [Symbol.asyncDispose]() {
      await engine.stop()
      await own[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

async function openHome(path: string) {
  await mkdir(path, { recursive: true })
  const database = openDatabase({ path: join(path, 'service.db'), sync: 'normal' })
  return { path, database, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

async function beginNode(argv: readonly string[]) {
  const script = join(import.meta.dirname, 'node-child.ts')
  const child = spawn(process.execPath, [script, ...argv], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  // Its only word says that it serves its queues.
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('the node ended')))])
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const trigger = (runId: string) => void child.stdin.write(`${runId}\n`)
  return { kill, trigger, [Symbol.asyncDispose]: kill }
}
