// The process around a worker thread. Nothing of the user's runs on this thread, so it can always measure, end and pass on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { FromRunner, FromThread, ToRunner, WorkerSettings } from './messages.ts'
import { StragglerWatch } from './stragglers.ts'

/** Enough for megabytes of JSON, and small beside the machine. */
const heapLimitMb = 256
/** Of the whole process: buffers lie outside of the heap, and V8 sets them no bound. */
const memoryLimitBytes = 768 * 1024 * 1024
const measureMs = 500

let stragglers: StragglerWatch | null = null
let port: MessagePort | null = null
/** Steps under way, by the ids of their tasks. */
const steps = new Set<number>()

process.on('message', (message: ToRunner) => {
  if (message.type === 'settings') {
    stragglers = new StragglerWatch(message.settings.trackingId)
    port = startWorker(message.settings)
  } else pass(message)
})
// The service is gone, perhaps without a farewell. A thread that does not listen must not go on alone.
process.on('disconnect', endAll)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) end(outOfMemory(`${memoryLimitBytes / 1024 / 1024} MiB of memory`))
}, measureMs)

function startWorker(settings: WorkerSettings): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(workerFile, {
    workerData: { settings, port: port2 },
    transferList: [port2],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: 32 },
  })
  // What is written outside of any task belongs nowhere.
  worker.stdout.resume()
  worker.stderr.resume()
  worker.on('error', (error) => end(wordsOf(error)))
  worker.on('exit', (code) => end(`its thread ended with code ${code}`))
  port1.on('message', hear)
  return port1
}

function pass(message: Exclude<ToRunner, { type: 'settings' }>): void {
  if (message.type === 'task' && message.task.kind === 'step') steps.add(message.id)
  port?.postMessage(message, [])
}

/** What the steps left running is ended with the last of them, before the end of that one is told. */
function hear(message: FromThread): void {
  if ((message.type === 'done' || message.type === 'failed') && steps.delete(message.id) && steps.size === 0) {
    stragglers?.sweep()
  }
  say(message)
}

function say(message: FromRunner): void {
  process.send?.(message, undefined, undefined, () => {})
}

function end(reason: string): void {
  // Once it is told; the thread may be in a loop that nothing else ends.
  process.send?.({ type: 'ending', reason } satisfies FromRunner, undefined, undefined, endAll)
}

/** Whatever the user's code started ends, too: those that left the group, then the group. */
function endAll(): void {
  stragglers?.sweep()
  process.kill(-process.pid, 'SIGKILL')
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return `its thread failed with ${typeof error}`
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? outOfMemory(`${heapLimitMb} MiB of heap`) : `its thread failed: ${error.message}`
}

function outOfMemory(limit: string): string {
  return `out of memory: it may use ${limit}, and was ended`
}

const workerFile = ['step-worker.js', 'step-worker.ts']
  .map((file) => join(import.meta.dirname, file))
  .find((file) => existsSync(file)) as string
