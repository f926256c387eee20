// The player of asciinema without a browser: its worker, which reads a recording and tells what is to be drawn when.
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

export type Played = {
  /** All that it draws, up to the end of the recording. */
  readonly output: string
  readonly size: { readonly cols: number; readonly rows: number }
  /** The sizes that it got later, in their order. */
  readonly sizes: readonly { readonly cols: number; readonly rows: number }[]
  readonly markers: readonly (readonly [seconds: number, label: string])[]
  readonly seconds: number
}

/** The worker's world is a browser's: it hears by `onmessage` and answers by `postMessage`. */
const world = `
const { parentPort, workerData } = require('node:worker_threads')
globalThis.onmessage = null
globalThis.postMessage = (message) => parentPort.postMessage(message)
const loaded = import(workerData)
parentPort.on('message', (data) => loaded.then(() => globalThis.onmessage({ data })))
`

const answerSchema = z.object({ id: z.number(), error: z.object({ message: z.string() }).optional() })
const eventSchema = z.object({ params: z.object({ name: z.string(), event: z.unknown() }) })
const metadataSchema = z.object({ duration: z.number(), markers: z.array(z.tuple([z.number(), z.string()])) })
const sizeSchema = z.object({ cols: z.number(), rows: z.number() })
const resetSchema = z.object({ size: sizeSchema })

/** Plays to the end at once. Rejects with what the player says of a recording that it can't read. */
export async function playCast(text: string): Promise<Played> {
  const file = import.meta.resolve('asciinema-player/dist/bundle/asciinema-player-worker.min.js')
  const worker = new Worker(world, { eval: true, workerData: pathToFileURL(new URL(file).pathname).href })
  const told = new Map<string, unknown>()
  const sizes: z.infer<typeof sizeSchema>[] = []
  const waiting = new Map<number, (error: string | null) => void>()
  worker.on('message', (message: unknown) => {
    const event = eventSchema.safeParse(message)
    if (event.success) told.set(event.data.params.name, event.data.params.event)
    if (event.data?.params.name === 'resize') sizes.push(sizeSchema.parse(event.data.params.event))
    const answer = answerSchema.safeParse(message)
    if (answer.success) waiting.get(answer.data.id)?.(answer.data.error?.message ?? null)
  })
  const ask = async (method: string, params: unknown): Promise<void> => {
    const id = waiting.size + 1
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.set(id, (error) => (error === null ? resolve() : reject(new Error(error))))
    worker.once('error', reject)
    worker.postMessage({ id, method, params }, [])
    await promise
  }
  try {
    await ask('new', [{ data: text }, {}])
    for (const name of ['metadata', 'reset', 'output', 'resize']) await ask('addEventListener', [name])
    await Promise.all([ask('init', []), ask('terminalReady', [])])
    await ask('seek', '100%')
    const { duration, markers } = metadataSchema.parse(told.get('metadata'))
    const { size } = resetSchema.parse(told.get('reset'))
    const output = z.array(z.string()).parse(told.get('output')).join('')
    return { output, size, sizes, markers, seconds: duration }
  } finally {
    await worker.terminate()
  }
}
