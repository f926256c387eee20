// Sessions of devices at the hub: where a start goes, what a device is told when it comes, and what became of its runs.
import type { Harness } from '#base/harness/adapter.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { bothAlongside, type Alongside } from '#platform/server/db/alongside.ts'
import { anyDevice, harnessSchema, localDeviceId, type Device, type StartRequest } from '../../contract.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { KnownRun } from '../../contract/from-device.ts'
import { rankDevices } from '../../core/choose-device.ts'
import { reconcile, type ReconcileStep } from '../../core/streams/reconcile.ts'
import type { HubFrame } from '../device-connection.ts'
import type { CountUsage, FabricPort, DevicesPorts, RunsOnDevices } from '../ports.ts'
import { deviceOffline, heldElsewhere, noDevice, noSuchDevice } from '../refusals.ts'
import type { HubRuns } from './hub-runs.ts'
import { createStreams, type Streams } from './streams.ts'

export type FabricHubParts = {
  readonly runs: HubRuns
  readonly fabric: FabricPort
  readonly machineEventOf: DevicesPorts['machineEventOf']
  readonly approvals: Pick<DevicesPorts['approvals'], 'hear' | 'ran' | 'reload' | 'owedTo'>
  readonly countUsage: CountUsage
  readonly factOf: DevicesPorts['factOf']
  readonly conversationOf: DevicesPorts['conversationOf']
  readonly commits: Database['commits']
  readonly log: Log
  readonly devices: () => readonly Device[]
  /** Asked with each change of a session that needs somebody. */
  readonly labelOf: (deviceId: string) => string | null
  readonly heartbeatAgeMs: (deviceId: string) => number | null
  /** What a start brings: ciphertexts by the name of their variable. */
  readonly credentialsFor: (deviceId: string, harness: Harness) => Record<string, string>
  /** To a device that is connected; nothing for one that is not, which will ask. */
  readonly send: (deviceId: string, frame: HubFrame) => void
  /** A frame or a run that is none of the device's. */
  readonly onForeign: (deviceId: string) => void
}

/** What a device says first: its process, and the runs that it knows. */
type Greeted = { readonly instance_id: string; readonly runs: readonly KnownRun[] }

/** What a device hears after its `hello`. */
export type Greeting = { readonly resume: readonly StreamMark[]; readonly frames: readonly HubFrame[] }

export interface FabricHub extends RunsOnDevices, Pick<Streams, 'hear' | 'hearOutput'> {
  /**
   * Judges what a device says of its runs, and resolves once what follows of it is written down. The answer tells, at the moment
   * at which it is called, what the device is to hear: what is committed later is sent by itself.
   */
  greet(deviceId: string, hello: Greeted): Promise<() => Greeting>
  /** Whether this process of a device comes back from a node, and another machine with its key is connected to another one. */
  isSecond(deviceId: string, daemon: string): boolean
  /** The other node, where it is heard, to which another process with the device's key is connected; null where there is none. */
  otherAt(deviceId: string, daemon: string): string | null
  /** Takes a device with its sessions from another node; nothing where this one has it, or is alone. Rejects with `StorageError`. */
  takeHere(deviceId: string): Promise<void>
  /** Ends all that runs on a device whose key is refused from now on. Rejects with `StorageError`. */
  revoke(deviceId: string): Promise<void>
  readonly keepPlan: HubRuns['keepPlan']
  /** The other node that a start is to be asked of: where the device is that was named, or the best one. Null: this one. */
  ownerOfStart(asked: Pick<StartRequest, 'deviceTarget' | 'harness' | 'model'>): string | null
}

/** A device that has lost its hub may have some runs; one that invents them makes no more sessions than this. */
const mostAdopted = 50

export function createFabricHub(parts: FabricHubParts): FabricHub {
  const { runs, send } = parts
  const streams = createStreams(parts)
  return {
    hear: streams.hear,
    hearOutput: streams.hearOutput,
    keepPlan: (sessionId, plan) => runs.keepPlan(sessionId, plan),
    placeOf: (session, model) => placeOf(parts, session, model ?? runs.planOf(session.id).model),
    nameOf: parts.labelOf,
    start(session, runId) {
      const key = { session_id: session.id, run_id: runId }
      const deviceId = session.device_id ?? ''
      const begun = runs.begin(key, deviceId)
      return {
        script: begun.script,
        committed() {
          begun.committed?.()
          send(deviceId, startFrame(parts, session, key))
        },
      }
    },
    cancel(sessionId, runId) {
      const key = { session_id: sessionId, run_id: runId }
      const cancelled = runs.cancel(key)
      return {
        script: cancelled.script,
        committed() {
          cancelled.committed?.()
          const run = runs.find(key)
          if (run !== null && run.state !== 'ended') send(run.device_id, { type: 'session.cancel', ...key })
        },
      }
    },
    ownerOfStart: (asked) => ownerOfStart(parts, asked),
    takeHere: (deviceId) => takeHere(parts, { deviceId, daemon: null }),
    otherAt: (deviceId, daemon) => parts.fabric.nodes?.otherAt({ deviceId, daemon }) ?? null,
    isSecond: (deviceId, daemon) => parts.fabric.nodes?.isSecond({ deviceId, daemon }) ?? false,
    async greet(deviceId, { instance_id: daemon, runs: known }) {
      await takeHere(parts, { deviceId, daemon })
      const own = await notOfOthers(parts, deviceId, known)
      for (const step of reconcile(runs.ofDevice(deviceId), own).steps)
        await settle(parts, { deviceId, streams, known: own, step })
      return () => {
        const { resume, steps } = reconcile(runs.ofDevice(deviceId), own)
        const owed = parts.approvals.owedTo(deviceId).map((answer) => ({ type: 'approval.answer', ...answer }) as const)
        return { resume, frames: [...steps.flatMap((step) => frameOf(parts, step)), ...owed] }
      }
    },
    async revoke(deviceId) {
      const why = 'its device was revoked'
      for (const run of runs.ofDevice(deviceId)) {
        if (run.state === 'ended') continue
        await streams.end(run, { kind: 'exit', exitCode: null, endReason: 'device_revoked', why })
      }
    },
  }
}

async function takeHere({ runs, approvals, fabric: { nodes } }: FabricHubParts, device: TakenDevice): Promise<void> {
  const { deviceId } = device
  if (nodes === null || deviceId === localDeviceId) return
  await nodes.take(device, (from) =>
    from === nodes.here ? nothing : bothAlongside(runs.reload(deviceId, from), approvals.reload(deviceId)),
  )
}

type TakenDevice = { readonly deviceId: string; readonly daemon: string | null }

const nothing: Alongside = { *script() {} }

/** Devices that are connected to another node are chosen there. */
function reachedHere({ devices, fabric: { nodes } }: FabricHubParts): readonly Device[] {
  if (nodes === null) return devices()
  return devices().filter(({ id }) => (nodes.holderOf(id) ?? nodes.here) === nodes.here)
}

function placeOf(
  parts: FabricHubParts,
  { device_id: wanted, harness }: Session,
  model: string | null,
): Result<string, Refusal> {
  const { heartbeatAgeMs } = parts
  const parsed = harnessSchema.safeParse(harness)
  const all = reachedHere(parts).filter(({ id, status }) => status !== 'revoked' && (wanted === null || id === wanted))
  const holder = wanted === null ? null : elsewhere(parts, wanted)
  if (wanted !== null && all.length === 0) return err(holder ?? noSuchDevice(wanted))
  const aged = all.map((device) => ({ ...device, heartbeatAgeMs: heartbeatAgeMs(device.id) }))
  const ranked = rankDevices(aged, { harness: parsed.data ?? null, model })
  const [best] = ranked
  if (best?.whyNot === null) return ok(best.device.id)
  if (wanted !== null && best?.device.status === 'offline') return err(deviceOffline(best.device))
  return err(noDevice(ranked.map(({ device, whyNot }) => ({ label: device.label, whyNot: whyNot ?? '' }))))
}

function ownerOfStart(
  { devices, heartbeatAgeMs, fabric: { nodes } }: FabricHubParts,
  { deviceTarget, harness, model }: Pick<StartRequest, 'deviceTarget' | 'harness' | 'model'>,
): string | null {
  if (nodes === null || deviceTarget === localDeviceId) return null
  const all = devices().filter(({ status }) => status !== 'revoked')
  const aged = all.map((device) => ({ ...device, heartbeatAgeMs: heartbeatAgeMs(device.id) }))
  const [best] = rankDevices(aged, { harness, model: model ?? null })
  const chosen = deviceTarget === anyDevice ? (best?.whyNot === null ? best.device.id : null) : deviceTarget
  const node = chosen === null || chosen === localDeviceId ? null : nodes.holderOf(chosen)
  return node === nodes.here ? null : node
}

/** Refuses with the node that a device is connected to, where that is another one; null for all else. */
function elsewhere({ fabric: { nodes }, labelOf }: FabricHubParts, deviceId: string): Refusal | null {
  const node = nodes?.holderOf(deviceId) ?? null
  if (node === null || node === nodes?.here) return null
  const label = labelOf(deviceId)
  return label === null ? null : heldElsewhere(label, node)
}

/** Runs whose id stands for a session of another device, of this machine or of history are none of this device's. */
async function notOfOthers(
  { runs, fabric, onForeign, log }: FabricHubParts,
  deviceId: string,
  known: readonly KnownRun[],
): Promise<KnownRun[]> {
  const own: KnownRun[] = []
  let adopted = 0
  for (const each of known) {
    const run = runs.find(each)
    const isNew = run === null && each.state !== 'ended'
    const isTheirs = run === null ? !isNew || (await mayBeAdopted(fabric, each)) : run.device_id === deviceId
    if (isNew && isTheirs) adopted += 1
    if (isTheirs && adopted <= mostAdopted) own.push(each)
    else {
      onForeign(deviceId)
      log.warn(
        { device_id: deviceId, session_id: each.session_id.slice(0, 100) },
        'a device told of a run that is not its own',
      )
    }
  }
  return own
}

async function mayBeAdopted(fabric: FabricPort, { session_id: id }: RunKey): Promise<boolean> {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) && (await fabric.isFree(id))
}

type Settling = {
  readonly deviceId: string
  readonly streams: Streams
  readonly known: readonly KnownRun[]
  readonly step: ReconcileStep
}

async function settle({ runs, fabric }: FabricHubParts, { deviceId, streams, known, step }: Settling): Promise<void> {
  const { kind, run } = step
  const ended = { ...run, device_id: deviceId }
  if (kind === 'lost') {
    const why = 'its device does not know it any more'
    return streams.end(ended, { kind: 'exit', exitCode: null, endReason: 'device_lost', why })
  }
  if (kind === 'never_started') return streams.end(ended, { kind: 'never_started' })
  if (kind !== 'adopt') return
  const { session_id: sessionId, run_id: runId } = run
  const harness = known.find((each) => each.session_id === sessionId && each.run_id === runId)?.harness ?? 'code-agent'
  await fabric.adopt({ sessionId, runId, deviceId, harness, alongside: runs.adopt(run, deviceId) })
}

function frameOf(parts: FabricHubParts, { kind, run }: ReconcileStep): HubFrame[] {
  if (kind === 'cancel') return [{ type: 'session.cancel', session_id: run.session_id, run_id: run.run_id }]
  if (kind !== 'start') return []
  const session = parts.fabric.find(run.session_id)
  return session === null ? [] : [startFrame(parts, session, run)]
}

function startFrame(
  { runs, credentialsFor }: FabricHubParts,
  session: Session,
  { session_id, run_id }: RunKey,
): HubFrame {
  const { model, options, preface } = runs.planOf(session.id)
  const harness = harnessSchema.parse(session.harness)
  return {
    type: 'session.start',
    session_id,
    run_id,
    harness,
    prompt: `${preface ?? ''}${session.prompt}`,
    model,
    working_dir: session.working_dir,
    credentials: credentialsFor(session.device_id ?? '', harness),
    options: { ...options, label: session.label, task_id: session.task_id },
  }
}
