// The daemon as app/ wires it: dials the hub for as long as it lives, and ends for nothing that a hub says but `revoked`.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { retryDelay, slowRetryDelay } from '../core/channel/back-off.ts'
import { explainDialed, explainEnded, type WhyApart } from '../core/channel/explain.ts'
import { thumbprintText } from '../core/keys/signed-texts.ts'
import { converse, type Ended } from './conversation.ts'
import { proveRecipient, writeStatus, type DaemonStatus, type Paired } from './device-home.ts'
import { dialHub, type Dialed, type DialParts } from './dial.ts'
import type { HubAddresses } from './hub-addresses.ts'
import type { HostLook } from './host-look.ts'
import type { Work } from './work/keeper.ts'

/** What the daemon of a paired machine stands on. */
export type DaemonParts = {
  /** Its own folder, private and locked. */
  readonly folder: string
  readonly paired: Paired
  readonly dial: () => Promise<Dialed>
  /** Which node of the hub is dialed. */
  readonly hubs: HubAddresses
  readonly look: HostLook
  readonly work: Work
  readonly version: string
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly log: Log
  /** Aborted when it is asked to end. */
  readonly stop: AbortSignal
}

/** Resolves when it was stopped, or revoked by a hub that proved it. Never rejects for what a hub or a network does. */
export async function runDaemon(parts: DaemonParts): Promise<'stopped' | 'revoked'> {
  const { stop, log, random } = parts
  const tell = statusTeller(parts)
  const identity = { instanceId: randomBytes(16).toString('base64url'), bootId: readBootId(), tell }
  let failures = 0
  tell('starting', null)
  while (!stop.aborted) {
    const came = await attempt(parts, identity)
    if (came.kind === 'stopped') break
    if (came.kind === 'revoked') {
      tell('revoked', {
        reason: 'The hub revoked this device.',
        hint: 'Pair it again: orrery daemon unpair, then pair.',
      })
      // For the hub they failed, and nobody sees them any more.
      await parts.work.endAll()
      return 'revoked'
    }
    failures = came.wasWelcomed ? 1 : failures + 1
    parts.hubs.next()
    tell('waiting', came)
    log.warn({ reason: came.reason }, 'not connected')
    await pause(parts, delayAfter(came, { failures, hubs: parts.hubs.count(), random: random() }))
  }
  tell('stopped', null)
  return 'stopped'
}

type Waited = { readonly failures: number; readonly hubs: number; readonly random: number }

/** What one node will not do another may: only a whole round counts as a failure. */
function delayAfter({ isSlow }: WhyApart, { failures, hubs, random }: Waited): number {
  return isSlow && hubs === 1 ? slowRetryDelay(random) : retryDelay(Math.ceil(failures / hubs), random)
}

/** Dials the hub that this machine is paired with, by a token of its key. */
export function dialPaired(parts: Omit<DialParts, 'thumbprint'>): Promise<Dialed> {
  const thumbprint = createHash('sha256').update(thumbprintText(parts.signer.publicKey)).digest('base64url')
  return dialHub({ ...parts, thumbprint })
}

type Came =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'revoked' }
  | (WhyApart & { readonly kind: 'failed'; readonly wasWelcomed: boolean })

type Identity = { readonly instanceId: string; readonly bootId: string; readonly tell: Tell }

async function attempt(parts: DaemonParts, { tell, ...identity }: Identity): Promise<Came> {
  const { paired, log, hubs } = parts
  const hub = hubs.current()
  const dialed = await parts.dial()
  if (dialed.kind === 'revoked') return { kind: 'revoked' }
  if (dialed.kind !== 'open') return { kind: 'failed', wasWelcomed: false, ...explainDialed(factsOf(dialed), hub) }
  const { socket, protocol } = dialed
  const onWelcome = (told: readonly string[]): void => {
    if (told.length > 0) hubs.learn(told)
    log.info({ hub, device_id: paired.device_id }, 'connected')
    tell('connected', null)
  }
  const prove = () => proveRecipient(parts.folder, paired)
  const ended: Ended = await converse({ ...parts, ...identity, proveRecipient: prove, socket, protocol, onWelcome })
  if (ended.kind === 'stopped') return { kind: 'stopped' }
  if (ended.kind === 'revoked') return { kind: 'revoked' }
  return { ...explainEnded(ended.kind, ended.reason), kind: 'failed', wasWelcomed: ended.wasWelcomed }
}

/** What there is to say of a try that reached no socket. */
function factsOf(dialed: Exclude<Dialed, { readonly kind: 'open' | 'revoked' }>) {
  if (dialed.kind === 'unreachable') return { status: null, error: null, reason: dialed.reason, time: null }
  const { error, reason, time = null } = dialed.refusal
  return { status: dialed.status, error, reason, time }
}

type Tell = (state: DaemonStatus['state'], why: { readonly reason: string; readonly hint: string } | null) => void

/** Tells `orrery daemon status`. One that can't be written is worth a line in the log, and no end. */
export function statusTeller({ folder, clock, log }: Pick<DaemonParts, 'folder' | 'clock' | 'log'>): Tell {
  return (state, why) => {
    const status = {
      pid: process.pid,
      state,
      since: toIso(clock.now()),
      reason: why?.reason ?? null,
      hint: why?.hint ?? null,
    }
    try {
      writeStatus(folder, status)
    } catch (error) {
      log.error({ err: error }, 'the status file could not be written')
    }
  }
}

function pause({ timers, stop }: DaemonParts, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      stop.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timers.after(ms, end)
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
  })
}

/** Of the machine's present run; where the system has none, of this daemon's. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Linux alone has it.
    return randomBytes(16).toString('base64url')
  }
}

/** What starts and ends runs: loaded when something is to run, since a machine at rest does without. */
export async function loadWork() {
  const [keeper, processes, terminals, views, spool, models, masked] = await Promise.all([
    import('./work/keeper.ts'),
    import('./work/process-runner.ts'),
    import('./work/terminal-runner.ts'),
    import('./work/terminal-views.ts'),
    import('./spool/run-book.ts'),
    import('./work/model-check.ts'),
    import('./spool/masked-book.ts'),
  ])
  return {
    openWork: keeper.openWork,
    createProcessRunner: processes.createProcessRunner,
    createTerminalRunner: terminals.createTerminalRunner,
    createTerminalViews: views.createTerminalViews,
    openRunBook: spool.openRunBook,
    checkModel: models.checkModel,
    maskedBook: masked.maskedBook,
  }
}

export { createHostLook } from './host-look.ts'
export { notPaired } from './cli-refusals.ts'
export {
  deviceFolder,
  deviceTmuxSocket,
  readIdentity,
  readKey,
  readPaired,
  readStatus,
  runsFile,
} from './device-home.ts'
export { openHubAddresses } from './hub-addresses.ts'
export { hasWork, restUntilNeeded } from './work/rest.ts'
export type { Work } from './work/keeper.ts'
export type { AgentTerminals, WatchFiles, WatchUsage } from './work/terminals.ts'
export type { KeptRun, RunBook } from './spool/run-book.ts'
export type { AnswerHub } from './work/terminal-views.ts'
