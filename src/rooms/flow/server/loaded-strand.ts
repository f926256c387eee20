// A strand with what runs it, where such come from, and what a reading of everything brought.
import type { Json } from '#base/json.ts'
import type { BrokenFile, LoadError, StepCallOf } from '../contract.ts'
import type { StrandDefinition } from '../core/definition.ts'

/** What the engine hands to the body of a step. */
export type StepCall = StepCallOf<AbortSignal>

/**
 * A strand with its bodies. A run keeps the object that it began with, so that a reload changes later runs only.
 * `runStep` resolves with the result (undefined becomes null); it rejects with whatever the body threw, an Error or not.
 * It settles soon after `signal` aborts, even when the body does not listen.
 */
export type LoadedStrand = {
  readonly definition: StrandDefinition
  /** Changes whenever the text of its module does, so that a resumed run can say that its strand was edited meanwhile. */
  readonly version?: string
  readonly runStep: (call: StepCall) => Promise<Json>
}

/** Where strands come from. `load` reads everything anew; it never rejects for a bad file, and may be called again at any time. */
export interface StrandSource extends AsyncDisposable {
  load(): Promise<LoadedStrands>
}

/** What a reading of everything brought. */
export type LoadedStrands = {
  readonly strands: readonly LoadedStrand[]
  readonly errors: readonly LoadError[]
  /** Files that are there and could not be read, wholly or in part, by their `modulePath`. */
  readonly unread: ReadonlyMap<string, LoadError>
}

/** A strand whose file could not be read: as it last was. It is shown, and does not run. */
export type BrokenStrand = { readonly definition: StrandDefinition; readonly error: BrokenFile }
