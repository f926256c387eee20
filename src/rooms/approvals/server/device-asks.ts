// What agents of devices ask: an approval of the hub like any other, whose answer travels to the device until that has it.
import { createHash } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import { hourMs, toIso } from '#base/time.ts'
import type { DeviceAsk, DeviceClosed } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { openApproval, openLimit } from '../core/ask.ts'
import { clientDecision } from '../core/decide.ts'
import { afterReport, answeredThere, askerGone, expired } from '../core/over.ts'
import { canonical } from '../core/summary.ts'
import type { BookChange } from './book.ts'
import { nowIso, type ApprovalsContext } from './context.ts'
import type { AnswerToDevice, AskingRun, DeviceAsks, HeardOfDevice } from './on-devices.ts'
import type { DevicesThatAsk } from './ports.ts'

/** So long ago one may have been asked of whose answer its device has not heard. */
export const recentMs = hourMs

/**
 * `recent`: those of devices that were decided lately, which a device may not have heard of. `onTaken` is told what stands of a
 * device that another service had.
 */
export function createDeviceAsks(
  contextOf: () => Parts & Pick<ApprovalsContext, 'store'>,
  recent: readonly KeptApproval[],
  onTaken: (approvals: readonly KeptApproval[]) => void,
): DeviceAsks {
  const owed = createOwed()
  const { settle, owe, changed } = owed
  for (const approval of recent) changed(approval)
  return {
    carryBy: owed.carryBy,
    isOnline: owed.isOnline,
    hear(run, told) {
      if (told.kind === 'closed')
        return heardClosed(contextOf(), { run, told, settle: () => settle(run.deviceId, told) })
      const opened = opening(contextOf(), run, told)
      if (opened === null) {
        owe(run.deviceId, { approval_id: told.approval_id, decision: null })
        return null
      }
      return { ...opened.change, metadata: opened.approval.summary }
    },
    ran(sessionId, { metadata }) {
      const { book } = contextOf()
      const heard = { events: ['agent.tool_use'], source: 'hook', metadata, hook: null } as const
      const applied = book.ofSession(sessionId).flatMap((approval) => {
        if (approval.on_device === null || approval.state !== 'approved') return []
        const after = afterReport(approval, heard, nowIso(contextOf()))
        return after === approval ? [] : [after]
      })
      return applied.length === 0 ? null : { ...book.change(applied), metadata: null }
    },
    changed,
    reload(deviceId) {
      const { store, clock } = contextOf()
      let its: readonly KeptApproval[] = []
      return {
        *script() {
          its = yield* store.ofDevice(deviceId, toIso(clock.now() - recentMs))
        },
        committed() {
          owed.letGo(deviceId)
          onTaken(its)
          for (const approval of its) changed(approval)
        },
      }
    },
    letGo: owed.letGo,
    owedTo: owed.owedTo,
  }
}

type Owed = Pick<DeviceAsks, 'carryBy' | 'isOnline' | 'changed' | 'letGo' | 'owedTo'> & {
  readonly owe: (deviceId: string, answer: AnswerToDevice) => void
  readonly settle: (deviceId: string, told: DeviceClosed | DeviceAsk) => void
}

/** Answers that devices do not have for certain. */
function createOwed(): Owed {
  const owed = new Map<string, Map<string, AnswerToDevice>>()
  let devices: DevicesThatAsk | null = null
  const owe: Owed['owe'] = (deviceId, answer) => {
    const all = owed.get(deviceId) ?? new Map<string, AnswerToDevice>()
    owed.set(deviceId, all.set(answer.approval_id, answer))
    devices?.answer(deviceId, answer)
  }
  return {
    carryBy: (those) => void (devices = those),
    isOnline: (id) => devices?.isOnline(id) ?? false,
    owe,
    settle: (deviceId, { approval_id: id }) => void owed.get(deviceId)?.delete(id),
    changed(approval) {
      const { on_device: place, state } = approval
      if (place === null || state === 'open') return
      if (state === 'applied') owed.get(place.id)?.delete(place.approval_id)
      else owe(place.id, { approval_id: place.approval_id, decision: clientDecision(approval) })
    },
    letGo: (deviceId) => void owed.delete(deviceId),
    owedTo: (id) => [...(owed.get(id)?.values() ?? [])],
  }
}

type Parts = Pick<ApprovalsContext, 'book' | 'clock' | 'config'>

/** Null where nobody is asked here. */
function opening(
  { book, clock, config }: Parts,
  { deviceId, runId, session }: AskingRun,
  asked: DeviceAsk,
): { readonly approval: KeptApproval; readonly change: BookChange } | null {
  if (!config.approvals.enabled || book.open().length >= openLimit) return null
  const { tool_name, input: tool_input, suggestions: permission_suggestions, asks_there, is_codex } = asked
  const client = { session: null, pid: null, screen: asks_there ? 'there' : null }
  const approval = openApproval({
    id: idOf(session.id, runId, asked.approval_id),
    session,
    report: { client, agentType: is_codex ? 'codex' : session.agent_type },
    request: { tool_name, tool_input, permission_suggestions },
    inputHash: createHash('sha256').update(canonical(tool_input)).digest('hex'),
    waitS: config.approvals.waitS,
    nowMs: clock.now(),
    onDevice: { id: deviceId, run_id: runId, approval_id: asked.approval_id },
  })
  return { approval, change: book.change([approval]) }
}

/** Of its session and run, so that no device names an approval of another one. */
function idOf(...parts: readonly string[]): string {
  return idFrom(createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16))
}

type Closing = { readonly run: AskingRun; readonly told: DeviceClosed; readonly settle: () => void }

function heardClosed({ book, clock }: Parts, { run, told, settle }: Closing): HeardOfDevice {
  const approval = book.get(idOf(run.session.id, run.runId, told.approval_id))
  const at = nowIso({ clock })
  const ended =
    approval?.state !== 'open'
      ? []
      : [told.how === 'answered' ? answeredThere(approval, at) : expired(approval, askerGone, at)]
  const change = book.change(ended)
  return {
    script: change.script,
    news: change.news,
    undo: change.undo,
    metadata: null,
    committed() {
      change.committed()
      settle()
    },
  }
}
