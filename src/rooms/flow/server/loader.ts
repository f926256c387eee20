// Reads strands from their files and hands them to everybody who works with them.
import { oneAtATime } from '#base/one-at-a-time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { LoadError, SyntheticStrand } from '../contract.ts'
import type { FlowSocket } from './live/flow-socket.ts'
import type { StrandSource } from './loaded-strand.ts'
import type { WorkflowEngine } from './ports.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { LastGood } from './store/last-good.ts'
import type { StrandBook } from './strand-book.ts'

export type Loaded = { readonly loaded: number; readonly errors: LoadError[] }

export interface Loader {
  /** One after the other: a file that is saved twice may ask for it twice. */
  reload(): Promise<Loaded>
  setSynthetic(strands: readonly SyntheticStrand[]): Promise<void>
}

export type LoaderParts = {
  readonly source: StrandSource
  readonly lastGood: LastGood
  /** Reads the plugins anew, and answers the files that brought none. */
  readonly loadPlugins: () => Promise<readonly LoadError[]>
  readonly engine: WorkflowEngine
  readonly book: StrandBook
  readonly scheduler: Scheduler
  readonly live: FlowSocket
  readonly log: Log
}

export function createLoader({
  source,
  lastGood,
  loadPlugins,
  engine,
  book,
  scheduler,
  live,
  log,
}: LoaderParts): Loader {
  const inTurn = oneAtATime()

  /** Everybody learns of what came, went or changed. */
  async function change(set: () => Promise<void>): Promise<void> {
    const before = book.ids()
    await set()
    for (const id of new Set([...before, ...book.ids()])) live.strandChanged(id)
  }

  async function load(): Promise<Loaded> {
    const [read, pluginErrors] = await Promise.all([source.load(), loadPlugins()])
    const errors = [...read.errors, ...pluginErrors]
    const broken = await lastGood.keep(read)
    // A person's file that is broken goes on hiding the built-in strand of its id: that one was not wanted.
    const hidden = new Set(broken.map(({ definition }) => definition.id))
    const strands = read.strands.filter(({ definition }) => !hidden.has(definition.id))
    engine.setStrands(strands)
    await change(() => book.setLoaded(strands, { errors, broken }))
    // Slots of broken ones come up, and are told as missed.
    await scheduler.setStrands([...strands, ...broken].map(({ definition }) => definition))
    live.errorsChanged()
    for (const { file, line, reason } of errors)
      log.warn({ file, line, reason }, 'a file of strands or plugins could not be loaded')
    return { loaded: strands.length, errors }
  }

  return {
    reload: () => inTurn(load),
    setSynthetic: (strands) => change(() => book.setSynthetic(strands)),
  }
}
