// What a device does with the credentials of its runs, as app/ wires it: opens them for their process, and hides them in all that
// the run says.
import { adapters } from '#base/harness/catalog.ts'
import type { Harness } from '#base/harness/adapter.ts'
import { oneAtATime } from '#base/one-at-a-time.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { maskEnd, maskPart, needlesOf, nothingSeen, type MaskState, type Needles } from '../core/mask.ts'
import { open } from '../core/seal.ts'
import { shortestValue } from '../core/typed.ts'

/** A run with what its start brought: ciphertexts by the name of their variable. */
export type RunWithSecrets = {
  readonly run_id: string
  readonly harness: Harness
  readonly credentials: Readonly<Record<string, string>>
}

/** Hides the values of one run in what it says. */
export interface RunMask {
  /** A text that is whole by itself. */
  text(text: string): string
  /** A stream of bytes, as latin1, or of text. */
  stream(kind: 'bytes' | 'text'): MaskedStream
}

/** One stream, whose parts come one after the other. */
export interface MaskedStream {
  /** What may be sent of the next part, and of what was held before it. */
  take(part: string): string
  /** What was held, once nothing follows. */
  end(): string
  /** Answers how to go back to here, for parts that could not be kept. */
  mark(): () => void
}

/** The credentials of a device's runs. Values are in this process's memory alone, while their run lives. */
export interface DeviceSecrets {
  /** The environment that the run gets. Refuses what can't be opened here; then all that the run says is held back. */
  open(run: RunWithSecrets): Promise<Result<Readonly<Record<string, string>>, Refusal>>
  /** Null for a run that has nothing to hide. One of an earlier daemon is opened again. */
  maskOf(run: RunWithSecrets): Promise<RunMask | null>
  /** Of every value that was ever handed out here: for what is told of runs that ended long ago. Null when there was none. */
  maskOfAll(): Promise<RunMask | null>
  /** The run has said all. */
  forget(runId: string): void
}

type Opened = { readonly result: Result<Readonly<Record<string, string>>, Refusal>; readonly mask: RunMask | null }

/** What this machine keeps for it, in its own folder. */
export type SecretsPlace = {
  /** What opens secrets here, asked when there are some; null where there is none. */
  readonly identity: () => string | null
  /** The ciphertexts that were handed out. */
  readonly handed: { readonly read: () => string | null; readonly write: (text: string) => Promise<void> }
}

/** Older ones are forgotten: a device is handed a few, and each again and again. */
const mostHanded = 500

/** Nothing is read before there is something to open. */
export function openDeviceSecrets({ identity, handed }: SecretsPlace): DeviceSecrets {
  const inTurn = oneAtATime()
  const remember = (credentials: readonly string[]): Promise<void> =>
    inTurn(async () => {
      const before = handedIn(handed.read())
      const all = [...new Set([...before, ...credentials])].slice(-mostHanded)
      if (all.length !== before.length) await handed.write(JSON.stringify(all))
    })
  const known = new Map<string, Promise<Opened>>()
  const openOnce = (run: RunWithSecrets): Promise<Opened> => {
    const opened = known.get(run.run_id) ?? openAll(identity, run)
    known.set(run.run_id, opened)
    return opened
  }
  return {
    async open(run) {
      const { result } = await openOnce(run)
      // Before the program has it: what it leaves behind may be asked for after years.
      if (result.ok && Object.keys(result.value).length > 0) await remember(Object.values(run.credentials))
      return result
    },
    async maskOfAll() {
      const opened = await Promise.all(handedIn(handed.read()).map((ciphertext) => openOne(identity, ciphertext)))
      const values = opened.filter((value) => value !== null)
      return values.length === 0 ? null : maskFor(values)
    },
    maskOf: async (run) => (Object.keys(run.credentials).length === 0 ? null : (await openOnce(run)).mask),
    forget: (runId) => void known.delete(runId),
  }
}

/** Never rejects. The local model has an empty allowlist, so that nothing is even opened for it. */
async function openAll(identity: () => string | null, { harness, credentials }: RunWithSecrets): Promise<Opened> {
  const allowed = Object.entries(credentials).filter(([name]) => adapters[harness].credentials.includes(name))
  const values: (readonly [name: string, value: string])[] = []
  for (const [name, ciphertext] of allowed) {
    const value = await openOne(identity, ciphertext)
    if (value === null) return { result: err(notOpened(name)), mask: silence }
    values.push([name, value])
  }
  return {
    result: ok(Object.fromEntries(values)),
    mask: values.length === 0 ? null : maskFor(values.map(([, value]) => value)),
  }
}

/** The library is loaded by the first that is to be opened. A value that is too short to be found again is as good as none. */
async function openOne(identity: () => string | null, ciphertext: string): Promise<string | null> {
  const key = ownIdentity(identity)
  if (key === null) return null
  const value = await open(await import('age-encryption'), ciphertext, key)
  return value === null || value.trim().length < shortestValue || value.includes('\0') ? null : value
}

/** A file that was damaged tells of none. */
function handedIn(text: string | null): string[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** A file that can't be read opens nothing. */
function ownIdentity(identity: () => string | null): string | null {
  try {
    return identity()
  } catch {
    return null
  }
}

function maskFor(values: readonly string[]): RunMask {
  const inText = needlesOf(values)
  const inBytes = needlesOf(values.map((value) => Buffer.from(value).toString('latin1')))
  return {
    // A text may have been cut within a value.
    text(text) {
      const { out, state } = maskPart(inText, nothingSeen, text)
      return out + maskEnd(state)
    },
    stream: (kind) => streamOf(kind === 'bytes' ? inBytes : inText),
  }
}

function streamOf(needles: Needles): MaskedStream {
  let state: MaskState = nothingSeen
  return {
    take(part) {
      const { out, state: seen } = maskPart(needles, state, part)
      state = seen
      return out
    },
    mark() {
      const then = state
      return () => void (state = then)
    },
    end() {
      const out = maskEnd(state)
      state = nothingSeen
      return out
    },
  }
}

/** Of a run whose values are not known any more nothing can be hidden: it is held back. */
const silence: RunMask = {
  text: (text) => text.replaceAll(/./gsu, '*'),
  stream: () => ({ take: () => '', end: () => '', mark: () => () => {} }),
}

function notOpened(name: string): Refusal {
  return {
    error: 'conflict',
    reason: `${name} can not be opened on this device: it is encrypted to another key, or is no value that can be handed out.`,
    hint: 'Let the device read it anew, on the page of the vault or with: orrery vault allow',
  }
}
