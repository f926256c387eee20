// One pairing as the page follows it: a code that waits, and the machine that came with it. It goes on while its dialog is closed.
import type { Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Device, Pairing } from '../../contract.ts'
import { pairingLifetimeMs } from '../../core/pairing/code.ts'

export type PairState =
  | { readonly kind: 'none' }
  | { readonly kind: 'making' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'waiting'; readonly made: Pairing; readonly endsAtMs: number }
  | { readonly kind: 'expired'; readonly code: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'paired'; readonly id: string }
  /** The words were not the same: the machine that came is revoked. */
  | { readonly kind: 'wrong_words'; readonly label: string }

export type PairingParts = {
  readonly make: () => Promise<Result<Pairing, Problem>>
  readonly cancel: (code: string) => Promise<Result<unknown, Problem>>
  readonly revoke: (device: Device) => Promise<Problem | null>
  readonly devices: Pick<EntityStore<Device>, 'all' | 'get' | 'onChanges'>
  readonly nowMs: () => number
  /** A machine came with the code. */
  readonly onPaired: (device: Device) => void
}

export interface PairingCourse {
  readonly state: ValueStore<PairState>
  /** Makes a code, unless one waits or a machine waits for its words to be compared. */
  begin(): Promise<void>
  /** Makes another code, whatever became of the one before. */
  again(): Promise<void>
  /** Resolves with the refusal, or null once nobody can use the code. */
  cancel(): Promise<Problem | null>
  /** The code's time may be over. */
  look(): void
  /** The words are the same: this pairing is done. */
  confirm(): void
  /** The words differ. Resolves with the refusal, or null once the machine is revoked. */
  deny(): Promise<Problem | null>
}

export function createPairing(parts: PairingParts): PairingCourse {
  return new Course(parts)
}

class Course implements PairingCourse {
  readonly state = createValue<PairState>({ kind: 'none' })
  readonly #parts: PairingParts
  #stopWatching: (() => void) | null = null

  constructor(parts: PairingParts) {
    this.#parts = parts
  }

  async begin(): Promise<void> {
    this.look()
    const { kind } = this.state.get()
    if (kind !== 'waiting' && kind !== 'paired') await this.again()
  }

  async again(): Promise<void> {
    if (this.state.get().kind === 'making') return
    const { devices, make, nowMs } = this.#parts
    this.#end({ kind: 'making' })
    // Read before the code exists: whoever comes later came with it.
    const known = new Set(devices.all().map(({ id }) => id))
    const answer = await make()
    if (!answer.ok) return this.state.set({ kind: 'refused', problem: answer.error })
    this.state.set({ kind: 'waiting', made: answer.value, endsAtMs: nowMs() + pairingLifetimeMs })
    this.#watchFor(known)
  }

  async cancel(): Promise<Problem | null> {
    const now = this.state.get()
    if (now.kind !== 'waiting') return null
    const answer = await this.#parts.cancel(now.made.code)
    // A machine may have been faster, or the code's time be over: then there is nothing left to cancel.
    if (!answer.ok && answer.error.status !== 404) return answer.error
    if (this.state.get() === now) this.#end({ kind: 'cancelled' })
    return null
  }

  look(): void {
    const now = this.state.get()
    if (now.kind === 'waiting' && this.#parts.nowMs() >= now.endsAtMs) {
      this.#end({ kind: 'expired', code: now.made.code })
    }
  }

  confirm(): void {
    this.#end({ kind: 'none' })
  }

  async deny(): Promise<Problem | null> {
    const { devices, revoke } = this.#parts
    const now = this.state.get()
    const device = now.kind === 'paired' ? devices.get(now.id) : null
    if (device === null) return null
    const problem = await revoke(device)
    if (problem === null) this.#end({ kind: 'wrong_words', label: device.label })
    return problem
  }

  #watchFor(known: ReadonlySet<string>): void {
    this.#stopWatching = this.#parts.devices.onChanges((changes) => {
      const came = changes.find(({ id, after }) => after !== null && !known.has(id))?.after ?? null
      if (came === null) return
      this.#end({ kind: 'paired', id: came.id })
      this.#parts.onPaired(came)
    })
  }

  /** Nobody who comes from now on is meant. */
  #end(next: PairState): void {
    this.#stopWatching?.()
    this.#stopWatching = null
    this.state.set(next)
  }
}
