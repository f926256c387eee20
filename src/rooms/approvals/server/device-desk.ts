// What agents of a device ask: told to its hub, held until a person answers there, and over with what ends it here.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { idFrom } from '#base/ids.ts'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { AgentReport, ReportAnswer } from '#rooms/sessions/contract.ts'
import type { DeviceApproval, DeviceClosed } from '../contract.ts'
import { permissionRequestSchema, type PermissionRequest } from '../contract/permission-request.ts'
import { isAnswerTold, type AskingClient } from '../core/over.ts'
import { nobodyAnswers, pollMs } from './decide.ts'
import type { AskDesk } from './hook-routes.ts'
import { createWaiters } from './waiters.ts'

/** Where an agent asks: its run, or its terminal. */
export type AskingPlace = Pick<AgentReport, 'runId' | 'tmuxSession'>

export type DeviceDeskParts = {
  readonly timers: Pick<Timers, 'after' | 'every' | 'passedMs'>
  /** Applies what agents report, as it is told to the hub. */
  readonly report: (report: AgentReport) => Promise<Result<ReportAnswer, Refusal>>
  /** Tells the hub of the run that the report is of. Refuses where it is of none; rejects with `StorageError`. */
  readonly tell: (place: AskingPlace, approval: DeviceApproval) => Promise<Result<null, Refusal>>
  /** What is open, as text: whoever comes after a kill tells that nobody asks it any more. */
  readonly kept: { readonly read: () => string | null; readonly write: (text: string) => Promise<void> }
  readonly onError: (error: unknown) => void
}

/** Its hooks are answered by it, and their reports pass through it. */
export interface DeviceDesk extends AskDesk, AsyncDisposable {
  /** Tells of what was open when an earlier one ended, once its runs are found again: their hooks gave up with it. */
  start(): Promise<void>
  report(report: AgentReport): Promise<Result<ReportAnswer, Refusal>>
  /** The hub's word; null: nobody answers it there any more. One that is not known is over here already. */
  answer(id: string, decision: unknown): void
}

const keptAsksSchema = z.array(
  z.object({ id: z.string(), runId: z.string().nullable(), tmuxSession: z.string().nullable() }),
)
type KeptAsk = z.infer<typeof keptAsksSchema>[number]

type Asked = { readonly place: AskingPlace; readonly asker: AskingClient; decision?: string | null }

export function createDeviceDesk(parts: DeviceDeskParts): DeviceDesk {
  const { timers, report, tell, kept, onError } = parts
  const { asked, waiters, keep, tellKept, close } = createOpenAsks(parts)
  const stop = timers.every(secondMs, () => {
    for (const id of asked.keys()) if (waiters.isGone(id)) void close(id, 'gone').catch(onError)
  })
  return {
    async start() {
      const earlier = keptAsksSchema.parse(JSON.parse(kept.read() ?? '[]'))
      for (const { id, ...place } of earlier) await tell(place, { kind: 'closed', approval_id: id, how: 'gone' })
      if (earlier.length > 0) await keep()
    },
    async ask(event, given) {
      const request = permissionRequestSchema.safeParse(given)
      if (!request.success) {
        const applied = await report(event)
        return applied.ok ? ok(null) : applied
      }
      const { runId, tmuxSession, client = null } = event
      const id = idFrom(randomBytes(16))
      const place = { runId, tmuxSession }
      const told = await tellKept(id, place, askOf(id, event, request.data))
      if (!told.ok) return told
      asked.set(id, { place, asker: client })
      return ok({ id })
    },
    async await(id, signal) {
      const isOpen = asked.has(id) && asked.get(id)?.decision === undefined
      if (isOpen) await waiters.wait(id, { ms: pollMs, signal })
      const one = asked.get(id)
      if (one === undefined) return err(nobodyAnswers)
      if (one.decision === undefined) return ok(null)
      await close(id, one.decision === null ? 'gone' : 'told')
      return one.decision === null ? err(nobodyAnswers) : ok(one.decision)
    },
    answer(id, decision) {
      const one = asked.get(id)
      if (one === undefined || one.decision !== undefined) return
      one.decision = decision === null ? null : JSON.stringify(decision)
      waiters.wake(id)
    },
    async report(event) {
      const answer = await report(event)
      for (const [id, one] of asked) if (isAnsweredBy(one, event)) await close(id, 'answered')
      return answer
    },
    async [Symbol.asyncDispose]() {
      stop()
    },
  }
}

function createOpenAsks({ timers, tell, kept }: Pick<DeviceDeskParts, 'timers' | 'tell' | 'kept'>) {
  const asked = new Map<string, Asked>()
  /** Being told to the hub. */
  const asking = new Map<string, AskingPlace>()
  const waiters = createWaiters(timers)
  async function keep(): Promise<void> {
    const open = [...asking, ...[...asked].map(([id, { place }]) => [id, place] as const)]
    await kept.write(JSON.stringify(open.map(([id, place]): KeptAsk => ({ id, ...place }))))
  }

  /** Kept first: a hub that has heard of it must hear of its end, too, whenever this process is killed. */
  async function tellKept(id: string, place: AskingPlace, ask: DeviceApproval): Promise<Result<null, Refusal>> {
    asking.set(id, place)
    try {
      await keep()
      return await tell(place, ask)
    } finally {
      asking.delete(id)
    }
  }

  async function close(id: string, how: DeviceClosed['how']): Promise<void> {
    const one = asked.get(id)
    if (one === undefined) return
    asked.delete(id)
    await keep()
    await tell(one.place, { kind: 'closed', approval_id: id, how })
    waiters.wake(id)
    waiters.forget(id)
  }

  return { asked, waiters, keep, tellKept, close }
}

function askOf(id: string, { client, agentType }: AgentReport, request: PermissionRequest): DeviceApproval {
  const { tool_name, tool_input: input, permission_suggestions: suggestions = [] } = request
  const asks_there = client === undefined || client.screen !== null
  return { kind: 'ask', approval_id: id, tool_name, input, suggestions, asks_there, is_codex: agentType === 'codex' }
}

function isAnsweredBy({ place, asker, decision }: Asked, event: AgentReport): boolean {
  const isOfIt = place.runId === event.runId && place.tmuxSession === event.tmuxSession
  return isOfIt && decision === undefined && isAnswerTold(asker, event)
}
