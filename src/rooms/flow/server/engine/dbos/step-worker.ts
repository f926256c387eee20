// Runs the steps that other nodes put into the queues of this one: each as a run of that one step, told entry by entry.
import { cutText } from '#base/cut-text.ts'
import { secondMs, toIso } from '#base/time.ts'
import { outputTailLimit } from '../../../contract.ts'
import type { LoadedStrand } from '../../loaded-strand.ts'
import type { StepOutput } from '../../output/step-output.ts'
import type { Journal } from '../../store/journal.ts'
import { revive } from '../revive.ts'
import type { RunGround } from '../run-ground.ts'
import type { RunProcess } from '../run-parts.ts'
import { createRunProcess } from '../run-process.ts'
import type { StepOutputs } from '../step-outputs.ts'
import type { Loom } from './loom.ts'
import { fold, type RunEntry, type Order } from './orders.ts'

/** Who runs a step for another node asks so often whether it was cancelled there. */
const askMs = 500
const noteMs = secondMs
/** Of what a step prints the node that asked for it gets so much. */
const mostOutput = 1024 * 1024

export interface StepWorker {
  begin(id: string, order: Order, entries: readonly RunEntry[]): void
  stop(): Promise<void>
}

export type StepWorkerParts = {
  readonly loom: Loom
  readonly node: string
  /** What the runs of this node stand on. */
  readonly ground: Omit<RunGround, 'journal' | 'outputs' | 'beginAway' | 'onCommit'>
  readonly strand: (id: string) => LoadedStrand | undefined
}

export function createStepWorker(parts: StepWorkerParts): StepWorker {
  const { ground } = parts
  const under = new Map<string, RunProcess>()
  const begun = new Set<string>()
  let stopAsking: (() => void) | null = null

  async function hearCancels(): Promise<void> {
    try {
      for (const [id, by] of await parts.loom.cancels([...under.keys()])) void under.get(id)?.cancel(by)
    } catch (error) {
      ground.log.warn({ err: error }, 'cancels of other nodes could not be read')
    }
    if (under.size > 0) ask()
  }

  function ask(): void {
    stopAsking ??= ground.after(askMs, () => {
      stopAsking = null
      void hearCancels()
    })
  }

  async function run(id: string, order: Order, entries: readonly RunEntry[]): Promise<void> {
    const by = await cancelOf(parts, id)
    const process = processOf(parts, id, { order, entries })
    under.set(id, process)
    if (by === undefined) process.start()
    else void process.cancel(by)
    ask()
    await process.over
    under.delete(id)
  }

  async function runOnce(id: string, order: Order, entries: readonly RunEntry[]): Promise<void> {
    begun.add(id)
    try {
      await run(id, order, entries)
    } catch (error) {
      ground.log.error({ err: error }, 'a step of another node failed')
    } finally {
      begun.delete(id)
    }
  }

  return {
    begin(id, order, entries) {
      // Its workflow was cut off and is gone on with, while the step itself goes on all the time.
      if (!begun.has(id)) void runOnce(id, order, entries)
    },
    async stop() {
      stopAsking?.()
      await Promise.all([...under.values()].map((process) => process.interrupt()))
    },
  }
}

/** Asked until PostgreSQL answers: nobody would begin the step a second time. */
async function cancelOf({ loom, ground }: StepWorkerParts, id: string): Promise<string | undefined> {
  for (;;) {
    try {
      return (await loom.cancels([id])).get(id)
    } catch (error) {
      ground.log.warn({ err: error, workflow: id }, 'a step of another node waits for PostgreSQL')
    }
    await new Promise<void>((resolve) => void ground.after(askMs, resolve))
  }
}

type Given = { readonly order: Order; readonly entries: readonly RunEntry[] }

function processOf({ loom, node, ground, strand }: StepWorkerParts, id: string, { order, entries }: Given): RunProcess {
  const { record, definition, steps } = fold(order, entries)
  const at = toIso(ground.clock.now())
  const printed = createPrinted(steps, ground)
  const journal = entryJournal(loom, id, printed)
  return createRunProcess(
    { ...ground, beginAway: null, onCommit: () => {}, outputs: printed.outputs, journal },
    {
      record,
      definition,
      strand: strand(definition.id) ?? notInstalled(definition, node),
      steps: steps.map((step) => revive(step, at)),
      remarks: entries.length === 0 ? [] : ['— the service was started anew —'],
      isJournaled: true,
    },
  )
}

/** Each try says it, so that a strand that is installed meanwhile is found by the next one. */
const notInstalled = (definition: LoadedStrand['definition'], node: string): LoadedStrand => ({
  definition,
  runStep: () => Promise.reject(new Error(`The strand ${definition.id} is not installed on ${node}.`)),
})

function entryJournal(loom: Loom, id: string, printed: Printed): Journal {
  return {
    begin: () => Promise.resolve(false),
    open: () => Promise.resolve([]),
    forgetDefinitions: () => {},
    async save(take) {
      const { run, fresh, changed } = take()
      const output = printed.take()
      try {
        await loom.record(id, { run, steps: [...fresh, ...changed], ...(output === '' ? {} : { output }) })
      } catch (error) {
        // Given up by the node that asked for it: nobody waits for its end any more.
        if ((await loom.follow(id, Number.MAX_SAFE_INTEGER)).state === 'cancelled') return
        printed.giveBack(output)
        throw error
      }
    },
  }
}

type Printed = ReturnType<typeof createPrinted>

/** What bodies print, gathered for the next entry: the file of it lies on the node that asked. */
function createPrinted(steps: Order['steps'], { after }: Pick<RunGround, 'after'>) {
  let waiting = ''
  let sent = steps.reduce((sum, step) => Math.max(sum, step.output_bytes), 0)
  const outputs: StepOutputs = {
    open(_step, before, note): StepOutput {
      let { tail, bytes } = before
      let stopNoting: (() => void) | null = null
      return {
        line(text) {
          if (sent >= mostOutput) return
          const line = `${text}\n`
          sent += Buffer.byteLength(line)
          const told = sent >= mostOutput ? `${line}— more was printed than is sent to another node —\n` : line
          waiting += told
          bytes += Buffer.byteLength(told)
          tail = lastOf(tail + told)
          stopNoting ??= after(noteMs, () => {
            stopNoting = null
            note({ tail, bytes })
          })
        },
        state: () => ({ tail, bytes }),
        close: () => stopNoting?.(),
      }
    },
  }
  return {
    outputs,
    take() {
      const text = waiting
      waiting = ''
      return text
    },
    giveBack: (text: string) => void (waiting = text + waiting),
  }
}

const lastOf = (text: string): string =>
  text.length <= outputTailLimit ? text : cutText(text.slice(-outputTailLimit), outputTailLimit)
