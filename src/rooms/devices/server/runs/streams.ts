// What runs of devices say becomes the sessions' state and output: each stream in its order, each number once, and each
// acknowledged only after its commit.
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { DeviceNews } from '#rooms/sessions/contract.ts'
import { localDeviceId } from '../../contract.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { StreamFrame } from '../../contract/from-device.ts'
import { accept, applies, spanOf } from '../../core/streams/accept.ts'
import { bothAlongside, type Alongside } from '#platform/server/db/alongside.ts'
import type { CountUsage, FabricPort, DevicesPorts, HeardApproval } from '../ports.ts'
import type { DeviceRun, HubRuns } from './hub-runs.ts'

export type StreamsParts = {
  readonly runs: HubRuns
  readonly fabric: FabricPort
  readonly machineEventOf: DevicesPorts['machineEventOf']
  readonly approvals: Pick<DevicesPorts['approvals'], 'hear' | 'ran'>
  readonly countUsage: CountUsage
  readonly factOf: DevicesPorts['factOf']
  readonly conversationOf: DevicesPorts['conversationOf']
  readonly commits: Database['commits']
  readonly log: Log
}

/** What became of a frame. */
export type Heard =
  /** It is committed, or was before: to be acknowledged. */
  | { readonly kind: 'have'; readonly mark: StreamMark }
  /** It is about no run of this device. */
  | { readonly kind: 'foreign' }
  /** Nothing more can be taken on this connection; the device goes on from what was acknowledged. */
  | { readonly kind: 'stuck'; readonly reason: string }

/** What a child wrote. */
export type OutputEnvelope = Extract<StreamFrame, { readonly type: 'session.stdout' | 'session.stderr' }>
/** What is no output: it changes a state, or tells of output that is lost. */
export type PlainEnvelope = Exclude<StreamFrame, OutputEnvelope>

export interface Streams {
  /** Frames of a run are to be given one after the other, each after the answer to the one before. Never rejects. */
  hear(deviceId: string, frame: PlainEnvelope): Promise<Heard>
  /** As above, of output of one run: one or more, in their order, written together. */
  hearOutput(deviceId: string, frames: readonly [OutputEnvelope, ...OutputEnvelope[]]): Promise<Heard>
  /** Writes down how a run ended of which its device will tell nothing more. Rejects with `StorageError`. */
  end(
    run: RunKey & { readonly device_id: string },
    news: Exclude<DeviceNews, { readonly kind: 'started' }>,
  ): Promise<void>
}

export function createStreams(parts: StreamsParts): Streams {
  const { runs } = parts
  return {
    hear: (deviceId, frame) =>
      hearOf(parts, { deviceId, key: frame }, async (run) => {
        const came = accept(run.seq, spanOf(frame))
        if (came.kind === 'known') return have(run, run.seq)
        if (came.kind === 'out_of_order') return gapBefore(frame)
        await take(parts, run, frame)
        return have(run, came.have)
      }),
    hearOutput: (deviceId, frames) =>
      hearOf(parts, { deviceId, key: frames[0] }, (run) => takeOutput(parts, run, frames)),
    async end(key, news) {
      await commit(parts, key, { news, alongside: runs.advance(key, { state: 'ended' }) })
      parts.fabric.output.close(key.session_id)
    },
  }
}

type About = { readonly deviceId: string; readonly key: RunKey }

/** Asks `take` about the run, if it is one of this device. */
async function hearOf(
  parts: StreamsParts,
  { deviceId, key }: About,
  take: (run: DeviceRun) => Promise<Heard>,
): Promise<Heard> {
  const run = parts.runs.find(key)
  if (run === null || run.device_id !== deviceId) return { kind: 'foreign' }
  // Nothing is waited for that a hub by itself has not got: it hears some thousand lines a second.
  if (parts.fabric.nodes !== null && !(await isHeld(parts, deviceId)))
    return { kind: 'stuck', reason: 'another node holds this device' }
  try {
    return await take(run)
  } catch (error) {
    if (!(error instanceof StorageError))
      parts.log.error({ err: error, device_id: deviceId }, 'an envelope could not be taken')
    return { kind: 'stuck', reason: 'the hub could not write it down' }
  }
}

/** What was committed before is dropped, and acknowledged again; what comes before a missing number is kept. */
async function takeOutput(parts: StreamsParts, run: DeviceRun, frames: readonly OutputEnvelope[]): Promise<Heard> {
  const written: OutputPart[] = []
  let seq = run.seq
  let missing: Heard | null = null
  for (const frame of frames) {
    const came = accept(seq, spanOf(frame))
    if (came.kind === 'known') continue
    if (came.kind === 'out_of_order') {
      missing = gapBefore(frame)
      break
    }
    written.push({ seq: frame.seq, ...outputOf(frame) })
    seq = came.have
  }
  if (written.length > 0) {
    if ((run.movedFrom ?? null) !== null) await tellMove(parts, run)
    await parts.fabric.output.append(run.session_id, run.run_id, written)
    parts.runs.heard(run, seq)
  }
  return missing ?? have(run, seq)
}

type OutputPart = Parameters<FabricPort['output']['append']>[2][number]

function outputOf({ type, at, data }: OutputEnvelope) {
  const kind = type === 'session.stdout' ? 'stdout' : 'stderr'
  return { kind, atMs: at, data: Buffer.from(data, 'base64') } as const
}

function gapBefore({ type, seq }: StreamFrame): Heard {
  return { kind: 'stuck', reason: `${type}: a number before ${seq} is missing` }
}

function have({ session_id, run_id }: RunKey, seq: number): Heard {
  return { kind: 'have', mark: { session_id, run_id, seq } }
}

async function take(parts: StreamsParts, run: DeviceRun, frame: PlainEnvelope): Promise<void> {
  const { runs } = parts
  const { seq } = frame
  if ((run.movedFrom ?? null) !== null) await tellMove(parts, run)
  if (frame.type === 'session.gap') {
    const part = gapOf(frame, parts.fabric.nodes !== null)
    await parts.fabric.output.append(run.session_id, run.run_id, [{ seq, ...part }])
    return runs.heard(run, seq)
  }
  const isOver = frame.type === 'session.exit' || frame.type === 'session.refused'
  const advanced = runs.advance(run, { seq, ...stateAfter(frame) })
  const conversation = frame.type === 'session.event' ? (frame.conversation ?? null) : null
  const told = conversation === null ? null : parts.conversationOf(run.session_id, conversation)
  const alongside = told === null ? advanced : bothAlongside(told, advanced)
  if (frame.type === 'session.usage')
    return await commit(parts, run, { news: null, alongside: withUsage(parts, run, { frame, alongside }) })
  if (frame.type === 'session.derived') {
    const fact = parts.factOf(run.session_id, frame.change)
    return await commit(parts, run, { news: null, alongside: bothAlongside(fact, alongside) })
  }
  const news = applies(frame.type, run.isCancelled) && run.state !== 'ended' ? newsOf(parts, frame) : null
  await commitWithApproval(parts, run, { frame, news, alongside })
  if (isOver) parts.fabric.output.close(run.session_id)
}

/** What was used counts, whatever became of the run meanwhile. */
function withUsage(
  { countUsage }: StreamsParts,
  { device_id: deviceId, session_id: sessionId }: DeviceRun,
  { frame, alongside }: { readonly frame: UsageFrame; readonly alongside: Alongside },
): Alongside {
  const counted = countUsage({ deviceId, sessionId }, frame.usage)
  return counted === null ? alongside : bothAlongside(alongside, counted)
}

type UsageFrame = Extract<StreamFrame, { readonly type: 'session.usage' }>

function stateAfter({ type }: StreamFrame): Partial<Pick<DeviceRun, 'state'>> {
  if (type === 'session.started') return { state: 'started' }
  return type === 'session.exit' || type === 'session.refused' ? { state: 'ended' } : {}
}

type Taken = Committing & { readonly frame: StreamFrame }

/** What is asked, or ran, is part of the commit, and of none where the session left the board or the run is no more. */
async function commitWithApproval(
  parts: StreamsParts,
  run: DeviceRun,
  { frame, news, alongside }: Taken,
): Promise<void> {
  const heard = run.state === 'ended' ? null : approvalOf(parts, run, frame)
  if (heard === null) return await commit(parts, run, { news, alongside })
  const { metadata } = heard
  const told: DeviceNews | null = metadata === null ? news : { kind: 'event', events: ['hook.to_review'], metadata }
  let isWritten = false
  const written = bothAlongside(alongside, heard)
  const both: Alongside = {
    ...written,
    committed() {
      isWritten = true
      written.committed?.()
    },
  }
  try {
    if (
      told === null ||
      !(await parts.fabric.tell({ sessionId: run.session_id, runId: run.run_id }, { news: told, alongside: both }))
    )
      await commit(parts, run, { news: null, alongside: told === null ? both : alongside })
  } finally {
    if (!isWritten) heard.undo()
  }
}

function approvalOf({ approvals, fabric }: StreamsParts, run: DeviceRun, frame: StreamFrame): HeardApproval | null {
  if (frame.type === 'session.event') {
    const isTool = [frame.event, ...(frame.then ?? [])].includes('agent.tool_use')
    return isTool ? approvals.ran(run.session_id, frame) : null
  }
  if (frame.type !== 'session.approval' || run.isCancelled) return null
  const session = fabric.find(run.session_id)
  return session === null
    ? null
    : approvals.hear({ deviceId: run.device_id, runId: run.run_id, session }, frame.approval)
}

type Committing = { readonly news: DeviceNews | null; readonly alongside: Alongside }

/** A session that left the board has no state to change; its run is followed to its end all the same. */
async function commit(
  { fabric, commits }: Pick<StreamsParts, 'fabric' | 'commits'>,
  { session_id: sessionId, run_id: runId, device_id: deviceId }: RunKey & { readonly device_id: string },
  { news, alongside }: Committing,
): Promise<void> {
  const told = news !== null && (await fabric.tell({ sessionId, runId }, { news, alongside }))
  if (told) return
  const write = deviceId === localDeviceId ? alongside : (fabric.nodes?.held(deviceId, alongside) ?? alongside)
  await commits.write({ ...write, mayUseReserve: true })
}

/** A node that was only slow still has frames of a device that went on elsewhere: nothing of them is kept. */
async function isHeld({ fabric: { nodes }, log }: StreamsParts, deviceId: string): Promise<boolean> {
  if (nodes === null || deviceId === localDeviceId) return true
  try {
    return await nodes.confirm(deviceId)
  } catch (error) {
    log.debug({ err: error, device_id: deviceId }, 'whether a device is held here could not be asked')
    return false
  }
}

/** Output that another node kept is on its disk: whoever reads it here is told where it goes on. */
async function tellMove(
  { runs, fabric }: StreamsParts,
  { session_id, run_id, seq, movedFrom }: DeviceRun,
): Promise<void> {
  const data = Buffer.from(`\r\n[the output until here is kept on the node ${movedFrom}]\r\n`)
  await fabric.output.append(session_id, run_id, [{ seq, kind: 'gap', atMs: 0, data }])
  runs.settleMove({ session_id, run_id })
}

function gapOf({ bytes }: Extract<StreamFrame, { readonly type: 'session.gap' }>, isShared: boolean) {
  // Of a run that came from another node it was told already where that is.
  if (isShared && bytes === 0) return { kind: 'gap', atMs: 0, data: Buffer.alloc(0) } as const
  const words = `\r\n[${bytes} bytes of output did not fit on the device]\r\n`
  return { kind: 'gap', atMs: 0, data: Buffer.from(words) } as const
}

/** Null for what changes no state. */
function newsOf({ machineEventOf }: StreamsParts, frame: StreamFrame): DeviceNews | null {
  if (frame.type === 'session.started') return { kind: 'started', terminal: frame.tmux_session }
  if (frame.type === 'session.event') {
    const events = [frame.event, ...(frame.then ?? [])].flatMap((name) => machineEventOf(name) ?? [])
    return events.length === 0 ? null : { kind: 'event', events, metadata: frame.metadata?.slice(0, 200) ?? null }
  }
  if (frame.type === 'session.refused') {
    const why = frame.hint === null ? frame.reason : `${frame.reason} ${frame.hint}`
    return { kind: 'exit', exitCode: null, endReason: null, why: why.slice(0, 200) }
  }
  return frame.type === 'session.exit' ? exitNews(frame) : null
}

function exitNews({
  exit_code: exitCode,
  signal,
  reason,
}: Extract<StreamFrame, { readonly type: 'session.exit' }>): DeviceNews {
  if (reason === 'terminal_gone') return { kind: 'exit', exitCode, endReason: reason, why: 'its terminal is gone' }
  const why = reason ?? (signal === null ? null : `it was ended by ${signal}`)
  return { kind: 'exit', exitCode, endReason: null, why: why?.slice(0, 200) ?? null }
}
