// A hub and a daemon in one process, each on a clock that the test moves, with a line between them that the test cuts.
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok } from '#base/result.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { readSigner } from '#platform/server/ed25519.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { FrameSocket } from '#platform/server/ws/frame-socket.ts'
import { readPaired } from '#rooms/devices/daemon/device-home.ts'
import type { HostLook } from '#rooms/devices/daemon/host-look.ts'
import { dialPaired, openHubAddresses, runDaemon } from '#rooms/devices/daemon/index.ts'
import { pairDevice } from '#rooms/devices/daemon/pair.ts'
import { openRunBook, type RunBook } from '#rooms/devices/daemon/spool/run-book.ts'
import { openWork } from '#rooms/devices/daemon/work/keeper.ts'
import type { HarnessRunner } from '#rooms/devices/daemon/work/runner.ts'
import { readInvitation } from '#rooms/devices/core/pairing/code.ts'
import { openRoom, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { ManualTime } from '../../../src/testing/manual-time.testkit.ts'
import { sampleSession } from '../../../src/testing/sample-session.testkit.ts'
import { until } from '../../support/until.ts'

/** A part of a run's output as the hub keeps it. */
export type Part = { readonly seq: number; readonly kind: string; readonly atMs: number; readonly data: Buffer }

export type BothOptions = {
  readonly hubClock?: string
  readonly deviceClock?: string
  /** Of the spool, for one run. */
  readonly runBytes?: number
}

export const key = { session_id: 's1', run_id: 'r1' }
const stepMs = 1000

/** Paired; the daemon dials by itself. */
export async function openBoth(options: BothOptions = {}) {
  const { hubClock = '2026-11-20T10:00:00.000Z', deviceClock = hubClock, runBytes = 64 * 1024 * 1024 } = options
  const session = sampleSession({ id: key.session_id, origin: 'fabric', harness: 'code-agent' })
  const parts: Part[] = []
  const news: string[] = []
  const disk = { isFull: false, isSlow: null as Promise<void> | null }
  const hub = await openRoom({
    startedAt: hubClock,
    fabric: {
      find: () => session,
      async tell(_run, told) {
        news.push(told.news.kind)
        return false
      },
      output: {
        lastSeq: () => 0,
        close: () => {},
        async append(_session, _run, written) {
          await disk.isSlow
          if (disk.isFull) throw new StorageError('The disk is full.')
          parts.push(...written)
        },
      },
    },
  })
  const root = await mkdtemp(join(tmpdir(), 'orrery-both-'))
  const time = new ManualTime(deviceClock)
  const device = await openDevice({ hub, root, time, runBytes })
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await Promise.all([hub.time.pass(stepMs), time.pass(stepMs)])
      await nextTurn()
    }
  }
  /** Until it holds, with time that passes on both sides. */
  const untilBoth = <T>(what: string, ask: () => T | Promise<T>, ms = stepMs) =>
    until(
      what,
      async () => {
        await pass(ms)
        return await ask()
      },
      60_000,
    )
  return {
    ...device,
    hub,
    time,
    session,
    disk,
    parts,
    news,
    pass,
    until: untilBoth,
    view: () => hub.device(device.id),
    /** Lets the hub start the run, and waits until it runs. */
    async begin() {
      await untilBoth('it is online', async () => (await hub.device(device.id)).status === 'online')
      await hub.commit((runs) => runs.start({ ...session, device_id: device.id }, key.run_id))
      await untilBoth('it runs', () => news.includes('started'))
    },
    async [Symbol.asyncDispose]() {
      await device.close()
      await hub.remove()
      await rm(root, { recursive: true })
    },
  }
}

type DeviceParts = {
  readonly hub: Awaited<ReturnType<typeof openRoom>>
  readonly root: string
  readonly time: ManualTime
  readonly runBytes: number
}

async function openDevice({ hub, root, time, runBytes }: DeviceParts) {
  const look: HostLook = {
    read: async () => ({ ...sampleFacts, installedHarnesses: ['code-agent'] }),
    forget: () => {},
  }
  const { command } = await hub.makePairing()
  const invitation = readInvitation(command.split(' ')[4] ?? '')
  if (invitation === null) throw new Error(`no invitation: ${command}`)
  const asked = { hub: hub.url, invitation, label: null, tags: [] }
  const claimed = await pairDevice({ folder: root, look, version: '0.1.0', clock: time }, asked)
  if (!claimed.ok) throw new Error(claimed.error.reason)
  const [paired, signer] = [readPaired(root), readSigner(join(root, 'device-key'))]
  if (paired === null || signer === null) throw new Error('nothing was written down')
  const bounds = { runBytes, deviceBytes: 4 * runBytes }
  const book = await openRunBook({ path: join(root, 'runs.db'), clock: time, bounds })
  const runner = createPlayedRunner(book)
  const work = await openWork({
    book,
    views: { join: () => {}, leave: () => {}, show: () => {} },
    runners: { process: runner, terminal: runner },
    clock: time,
    timers: time,
    log: silentLog,
    openSecrets: async () => ({ ok: true, value: {} }),
    onAnswer: () => {},
  })
  const line = createLine()
  const stop = new AbortController()
  const ended = runDaemon({
    folder: root,
    paired,
    hubs: openHubAddresses(root, paired, silentLog),
    look,
    work,
    version: '0.1.0',
    clock: time,
    timers: time,
    random: () => 0.5,
    log: silentLog,
    stop: stop.signal,
    async dial() {
      if (line.isCut) return { kind: 'unreachable', reason: 'the line is cut' }
      const dialed = await dialPaired({ paired, signer, clock: time })
      return dialed.kind === 'open' ? { ...dialed, socket: line.through(dialed.socket) } : dialed
    },
  })
  return {
    id: paired.device_id,
    book,
    line,
    isBehind: () => runner.isBehind(key),
    /** As a child that writes so much at once. */
    say: (...texts: readonly string[]) =>
      book.append(
        key,
        texts.map((text) => ({ type: 'session.stdout', data: Buffer.from(text).toString('base64'), at: 5 })),
      ),
    exit: () => book.append(key, [exitOf(7)], { state: 'ended', ended_ms: time.now() }),
    ended,
    async close() {
      stop.abort()
      await time.pass(stepMs)
      await ended
      await work[Symbol.asyncDispose]()
      await book[Symbol.asyncDispose]()
    },
  }
}

const exitOf = (code: number) => ({ type: 'session.exit', exit_code: code, signal: null, reason: null }) as const

/** An agent as a test plays it. */
function createPlayedRunner(book: RunBook): HarnessRunner & { isBehind: (run: typeof key) => Promise<boolean> } {
  return {
    isBehind: async () => false,
    waitFor(isBehind) {
      this.isBehind = isBehind
    },
    watch() {},
    async launch(run) {
      await book.append(run, [{ type: 'session.started', tmux_session: 't' }], { state: 'running' })
      return ok(null)
    },
    async recover() {},
    async stop(run) {
      await book.append(run, [exitOf(130)], { state: 'ended', ended_ms: 0 })
    },
    async [Symbol.asyncDispose]() {},
  }
}

type Line = { isCut: boolean; through(socket: FrameSocket): FrameSocket }

/** Cut, nothing is dialed and nothing passes, and no side is told: so a network dies. */
function createLine(): Line {
  const line: Line = { isCut: false, through: (socket) => new EndOfLine(line, socket) }
  return line
}

class EndOfLine extends EventEmitter implements FrameSocket {
  readonly #line: Line
  readonly #socket: FrameSocket

  constructor(line: Line, socket: FrameSocket) {
    super()
    this.#line = line
    this.#socket = socket
    socket.on('message', (data, isBinary) => void (line.isCut || this.emit('message', data, isBinary)))
    socket.on('close', (code, reason) => void (line.isCut || this.emit('close', code, reason)))
    socket.on('error', () => {})
  }

  get bufferedAmount(): number {
    return this.#line.isCut ? 0 : this.#socket.bufferedAmount
  }

  send(text: string): void {
    if (!this.#line.isCut) this.#socket.send(text)
  }

  close(code?: number, reason?: string): void {
    if (!this.#line.isCut) this.#socket.close(code, reason)
  }

  terminate(): void {
    if (!this.#line.isCut) this.#socket.terminate()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }
}
