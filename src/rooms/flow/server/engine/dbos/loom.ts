// Runs as workflows of DBOS: a workflow writes each entry of its run as a durable step, and so do steps that other nodes run.
import { AsyncLocalStorage } from 'node:async_hooks'
import { DBOS, Error as DBOSErrors } from '@dbos-inc/dbos-sdk'
import { dayMs, hourMs } from '#base/time.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createMailboxes, type Mailboxes } from './mailboxes.ts'
import { createRoll, createStrays, lookMs, type Roll } from './strays.ts'
import { untilDone } from './troubles.ts'
import { createWorkflowRest, type WorkflowRest } from './workflow-rest.ts'
import { fold, isLast, type RunEntry, type Folded, type Order } from './orders.ts'
import type { NodeDatabase } from './postgres.ts'
import { withUs } from './with-us.ts'

/** Workflows of another version are left alone by DBOS: it changes when entries do, not with each release. */
const protocol = 'orrery-1'
/** Queues are asked this often; only what comes from elsewhere or from a dead process waits in one. */
const pollMs = 250
/** What is over is known by its id for so long, so that no slot runs on a second node. */
const keptMs = 8 * dayMs
const removedAtOnce = 200
/** A run may live through any number of restarts; a step that ends the service is failed by its own count. */
const anyNumber = 1_000_000_000

/** What one process does with workflows, from its start to its end. */
export interface Loom {
  /** Connects and takes up what a dead process left. `onStep` is told of each step of another node's run that begins here, or goes on. */
  open(onStep: (id: string, order: Order, entries: readonly RunEntry[]) => void): Promise<void>
  /** Begins the workflow of a run. False when the run is another node's. Rejects with `StorageError`. */
  begin(order: Order): Promise<boolean>
  /** Resolves once PostgreSQL has the entry. Rejects with `StorageError`. */
  record(id: string, entry: RunEntry): Promise<void>
  /** A run as PostgreSQL has it; null when it has none. */
  find(runId: string): Promise<(Folded & Pick<Order, 'node'>) | null>
  /** Ids of the runs of this node that are not over. */
  openIds(): Promise<string[]>
  /** Puts a step into the queue; one that is there already stays as it is. */
  send(id: string, queue: string, order: Order): Promise<void>
  /** What a step of ours wrote elsewhere, from this number on, and whether its workflow can write more. */
  follow(id: string, from: number): Promise<{ readonly entries: readonly RunEntry[]; readonly state: StepState }>
  /** Takes a step out of its queue, or says so to whoever runs it. */
  cancel(id: string, by: string): Promise<void>
  /** The step is given up: nobody runs it any more. */
  abandon(id: string): Promise<void>
  cancels: NodeDatabase['cancels']
  close(): Promise<void>
}

export type StepState = 'waits' | 'runs' | 'over' | 'cancelled' | 'broken'

export type LoomParts = {
  readonly database: NodeDatabase
  readonly node: string
  /** Queues that this node serves. */
  readonly queues: readonly string[]
  readonly log: Log
}

export const runWorkflow = (runId: string): string => `run:${runId}`
export const stepWorkflow = (runId: string, stepId: string): string => `step:${runId}:${stepId}`

type Life = {
  readonly movement: WorkflowRest
  readonly mailboxes: Mailboxes
  readonly roll: Roll
  readonly log: Log
  readonly onStep: (id: string, order: Order, entries: readonly RunEntry[]) => void
}

/** DBOS is one for the process, and so is what its workflows work with. */
let present: Life | null = null

const runs = DBOS.registerWorkflow((order: Order) => write(runWorkflow(order.record.run.run_id)), {
  name: 'orrery.run',
  maxRecoveryAttempts: anyNumber,
})

const steps = DBOS.registerWorkflow(
  (order: Order) => {
    const id = DBOS.workflowID ?? ''
    const life = present
    return write(id, (entries) => life?.onStep(id, order, entries))
  },
  { name: 'orrery.step', maxRecoveryAttempts: anyNumber },
)

/** The body of both: what is written already is read again, and then `onLive` is told. */
async function write(id: string, onLive?: (entries: readonly RunEntry[]) => void): Promise<null> {
  if (present === null) return never()
  const { mailboxes, movement, roll, log } = present
  const mailbox = mailboxes.of(id)
  const written: RunEntry[] = []
  let isLive = false
  async function take(): Promise<RunEntry> {
    if (!isLive) {
      mailbox.settle(written.at(-1))
      onLive?.(written)
    }
    isLive = true
    movement.rests()
    const entry = await mailbox.next()
    movement.moves()
    return entry
  }
  movement.moves()
  roll.enter(id)
  try {
    while (!movement.isEnding()) {
      const entry = await DBOS.runStep(take, { name: 'entry' })
      // What is only read is not what another workflow of this id may have taken.
      if (isLive) mailbox.confirm()
      else written.push(entry)
      if (!isLast(entry)) continue
      mailboxes.close(id)
      return null
    }
  } catch (error) {
    const isCancelled = error instanceof DBOSErrors.DBOSWorkflowCancelledError
    if (isCancelled || movement.isEnding()) {
      mailbox.fail(new StorageError('PostgreSQL did not take the change.', { cause: error }))
    } else mailbox.giveBack()
    // Gone on with by another workflow of this process. Anything else would be written down as the end of this one.
    if (isCancelled || error instanceof DBOSErrors.DBOSWorkflowConflictError) throw error
    log.warn({ err: error, workflow: id }, 'a workflow was cut off; it is taken up again')
  } finally {
    roll.leave(id)
    movement.rests()
  }
  return never()
}

/** It is taken up again, as a stray or in the next life of this process. */
const never = (): Promise<never> => new Promise(() => {})

export function createLoom({ database, node, queues, log }: LoomParts): Loom {
  const life = { mailboxes: createMailboxes(), movement: createWorkflowRest(), roll: createRoll(), log }
  /** Outside of any workflow: what is begun from within one must not count as its step. */
  const outside = AsyncLocalStorage.snapshot()
  const timers: NodeJS.Timeout[] = []
  const ownQueue = `node:${node}`
  const isEnding = (): boolean => life.movement.isEnding()
  return {
    async open(onStep) {
      present = { ...life, onStep: (...told) => outside(() => onStep(...told)) }
      await database.open(async () => {
        configure({ database, node, queues: [ownQueue, ...queues], log })
        await keepAtHome(database, node, ownQueue)
        await launch()
      })
      for (const queue of [ownQueue, ...queues.filter((name) => name.startsWith('host:'))]) {
        const onFailure = (error: unknown): void => log.warn({ err: error, queue }, 'a queue is not there yet')
        await untilDone(() => register(queue), { isEnding, onFailure })
      }
      const tidy = () =>
        void removeOld(database, node).catch((error: unknown) => log.warn({ err: error }, 'old workflows stay'))
      tidy()
      timers.push(setInterval(tidy, hourMs).unref(), lookForStrays({ database, node, queue: ownQueue, life }))
    },
    begin: (order) => outside(() => beginRun(order, node)),
    record: (id, entry) => life.mailboxes.of(id).put(entry),
    find: findRun,
    openIds: () => openIdsOf(node),
    async send(id, queueName, order) {
      await register(queueName)
      await outside(() => DBOS.startWorkflow(steps, { workflowID: id, queueName })(order))
    },
    follow: followStep,
    async cancel(id, by) {
      await database.noteCancel(id, by)
      const status = await DBOS.getWorkflowStatus(id)
      if (status?.status === 'ENQUEUED') await DBOS.cancelWorkflow(id)
    },
    abandon: (id) => DBOS.cancelWorkflow(id),
    cancels: database.cancels,
    async close() {
      timers.forEach((timer) => clearInterval(timer))
      await life.movement.end()
      present = null
      if (DBOS.isInitialized()) await DBOS.shutdown()
      await database[Symbol.asyncDispose]()
    },
  }
}

type StraysOf = {
  readonly database: NodeDatabase
  readonly node: string
  readonly queue: string
  readonly life: Omit<Life, 'onStep'>
}

function lookForStrays({ database: { pool }, node, queue, life }: StraysOf): NodeJS.Timeout {
  const { roll, log, movement } = life
  const look = createStrays({ pool, node, queue, version: protocol, roll, log })
  let isLooking = false
  async function lookOnce(): Promise<void> {
    // Workflows leave the roll while the service ends.
    if (isLooking || movement.isEnding()) return
    isLooking = true
    await look().catch((error: unknown) =>
      log.warn({ err: error }, 'workflows that nobody runs could not be looked for'),
    )
    isLooking = false
  }
  return setInterval(() => void lookOnce(), lookMs).unref()
}

/** One that failed halfway, as when PostgreSQL ends amid it, leaves nothing behind. */
async function launch(): Promise<void> {
  try {
    await DBOS.launch()
  } catch (error) {
    await DBOS.shutdown()
    throw error
  }
}

function configure({ database, node, queues, log }: LoomParts): void {
  DBOS.setConfig({
    name: 'orrery',
    systemDatabasePool: database.pool,
    // Asked for, and not used beside a pool.
    systemDatabaseUrl: 'postgres://pool:pool@pool:5432/pool',
    executorID: node,
    applicationVersion: protocol,
    listenQueues: [...queues],
    useListenNotify: false,
    logger: withUs(log),
  })
}

async function removeOld(database: NodeDatabase, node: string): Promise<void> {
  const completedBefore = new Date(Date.now() - keptMs)
  const found = await DBOS.listWorkflows({
    workflowName: ['orrery.run', 'orrery.step'],
    executorId: node,
    completedBefore: completedBefore.toISOString(),
    limit: removedAtOnce,
    loadInput: false,
    loadOutput: false,
  })
  if (found.length > 0) await DBOS.deleteWorkflows(found.map(({ workflowID }) => workflowID))
  await database.forgetCancels(completedBefore)
}

async function findRun(runId: string): Promise<(Folded & Pick<Order, 'node'>) | null> {
  const id = runWorkflow(runId)
  const status = await DBOS.getWorkflowStatus(id)
  // Written by ourselves, as checked values.
  const order = status?.input?.[0] as Order | undefined
  return order === undefined ? null : { ...fold(order, await entriesOf(id, 0)), node: order.node }
}

async function openIdsOf(node: string): Promise<string[]> {
  const found = await DBOS.listWorkflows({
    workflowName: 'orrery.run',
    executorId: node,
    status: ['PENDING', 'ENQUEUED'],
    loadOutput: false,
  })
  return found.flatMap(({ input }) => (input?.[0] as Order | undefined)?.record.run.run_id ?? [])
}

const followStep: Loom['follow'] = async (id, from) => {
  // The state first: what is over writes nothing more, so that what is read then is all.
  const status = await DBOS.getWorkflowStatus(id)
  return { state: states[status?.status ?? ''] ?? 'broken', entries: await entriesOf(id, from) }
}

const states: Readonly<Record<string, StepState>> = {
  ENQUEUED: 'waits',
  DELAYED: 'waits',
  PENDING: 'runs',
  SUCCESS: 'over',
  CANCELLED: 'cancelled',
}

async function entriesOf(id: string, from: number): Promise<RunEntry[]> {
  const found = (await DBOS.listWorkflowSteps(id, { offset: from })) ?? []
  // One that is under way, always the last, has no output yet.
  return found.flatMap(({ name, output }) => (name === 'entry' ? ((output as RunEntry | null) ?? []) : []))
}

/** Updated each time, since DBOS keeps what a queue was first registered with. */
const register = (queue: string) =>
  DBOS.registerQueue(queue, { minPollingIntervalMs: pollMs, onConflict: 'always_update' })

async function beginRun(order: Order, node: string): Promise<boolean> {
  try {
    const workflowID = runWorkflow(order.record.run.run_id)
    const handle = await DBOS.startWorkflow(runs, { workflowID })(order)
    return (await handle.getStatus())?.executorId === node
  } catch (error) {
    throw new StorageError('PostgreSQL did not take the run.', { cause: error, trouble: 'remote' })
  }
}

/** A run is begun without a queue, for speed; DBOS would take it up again from one that all nodes serve. */
async function keepAtHome({ pool }: NodeDatabase, node: string, queue: string): Promise<void> {
  const { rows } = await pool.query<{ found: string | null }>("SELECT to_regclass('dbos.workflow_status') AS found")
  if ((rows[0]?.found ?? null) === null) return
  await pool.query(
    "UPDATE dbos.workflow_status SET queue_name = $1 WHERE executor_id = $2 AND status = 'PENDING' AND queue_name IS NULL",
    [queue, node],
  )
}
