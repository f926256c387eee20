// What the hub does once a device has said which runs it knows: nothing is started twice, nothing is forgotten.
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { KnownRun } from '../../contract/from-device.ts'

/** A run as the hub has it. `seq` is the last number that is committed. */
export type HubRun = StreamMark & {
  /** `starting` until the device said that it started or refused it. */
  readonly state: 'starting' | 'started' | 'ended'
  /** A cancel of it is committed. */
  readonly isCancelled: boolean
}

export type ReconcileStep =
  /** To be sent before any start. */
  | { readonly kind: 'cancel'; readonly run: RunKey }
  | { readonly kind: 'start'; readonly run: RunKey }
  /** It began there, and the device knows nothing of it: `device_lost`. */
  | { readonly kind: 'lost'; readonly run: RunKey }
  /** It was cancelled before the device heard of it: no exit will come. */
  | { readonly kind: 'never_started'; readonly run: RunKey }
  /** It runs there, and the hub does not know it. */
  | { readonly kind: 'adopt'; readonly run: RunKey }

export type Reconciled = { readonly resume: readonly StreamMark[]; readonly steps: readonly ReconcileStep[] }

/** `hubRuns`: all that the hub knows of the device; those that ended may be left out once their stream is acknowledged. */
export function reconcile(hubRuns: readonly HubRun[], deviceRuns: readonly KnownRun[]): Reconciled {
  const atHub = new Map(hubRuns.map((run) => [keyOf(run), run]))
  const there = new Map(deviceRuns.map((run) => [keyOf(run), run]))
  const steps = [
    ...hubRuns.flatMap((run) => stepOfKnown(run, there.get(keyOf(run)))),
    ...deviceRuns
      .filter((run) => !atHub.has(keyOf(run)) && run.state !== 'ended')
      .map((run): ReconcileStep => ({ kind: 'adopt', run: bare(run) })),
  ]
  const cancels = steps.filter(({ kind }) => kind === 'cancel')
  return {
    resume: deviceRuns.map((run) => ({ ...bare(run), seq: seqAfter(run, atHub.get(keyOf(run))) })),
    steps: [...cancels, ...steps.filter(({ kind }) => kind !== 'cancel')],
  }
}

function stepOfKnown(run: HubRun, there: KnownRun | undefined): ReconcileStep[] {
  const step = (kind: ReconcileStep['kind']): ReconcileStep[] => [{ kind, run: bare(run) }]
  if (there !== undefined) {
    // What the hub holds for ended must not go on unseen.
    const isUnwanted = run.isCancelled || run.state === 'ended'
    return isUnwanted && there.state !== 'ended' ? step('cancel') : []
  }
  if (run.state === 'ended') return []
  if (run.state === 'started') return step('lost')
  return step(run.isCancelled ? 'never_started' : 'start')
}

/** Of a run that ended and is not known any more nothing is wanted: the device may forget it. */
function seqAfter(run: KnownRun, known: HubRun | undefined): number {
  if (known !== undefined) return known.seq
  return run.state === 'ended' ? run.last_seq : 0
}

function keyOf({ session_id, run_id }: RunKey): string {
  return JSON.stringify([session_id, run_id])
}

function bare({ session_id, run_id }: RunKey): RunKey {
  return { session_id, run_id }
}
