// What agents of devices ask: an approval of the hub like any other, whose answer travels to the device until that has it.
import { createHash } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
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

/** `recent`: those of devices that were decided lately, which a device may not have heard of. */
export function createDeviceAsks(
  contextOf: () => Pick<ApprovalsContext, 'book' | 'clock' | 'config'>,
  recent: readonly KeptApproval[],
): DeviceAsks {
  const owed = new Map<string, Map<string, AnswerToDevice>>()
  let devices: DevicesThatAsk | null = null

  function settle({ deviceId }: AskingRun, { approval_id: id }: DeviceClosed | DeviceAsk): void {
    owed.get(deviceId)?.delete(id)
  }

  function owe(deviceId: string, answer: AnswerToDevice): void {
    const all = owed.get(deviceId) ?? new Map<string, AnswerToDevice>()
    owed.set(deviceId, all.set(answer.approval_id, answer))
    devices?.answer(deviceId, answer)
  }

  function changed(approval: KeptApproval): void {
    const { on_device: place, state } = approval
    if (place === null || state === 'open') return
    if (state === 'applied') owed.get(place.id)?.delete(place.approval_id)
    else owe(place.id, { approval_id: place.approval_id, decision: clientDecision(approval) })
  }

  for (const approval of recent) changed(approval)
  return {
    carryBy: (those) => void (devices = those),
    isOnline: (id) => devices?.isOnline(id) ?? false,
    hear(run, told) {
      if (told.kind === 'closed') return heardClosed(contextOf(), { run, told, settle: () => settle(run, told) })
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
