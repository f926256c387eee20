// What `orrery doctor` looks at and what it says of it.

export type Finding = {
  /** What was looked at, in one word. */
  readonly name: string
  readonly level: 'ok' | 'warn' | 'fail'
  /** What was found, in one sentence. */
  readonly says: string
  /** What to do; empty when nothing is to be done. */
  readonly hints: readonly string[]
}

/** Looks at one thing and changes nothing. It throws only for a bug. */
export type Check = () => Finding | Promise<Finding>

export function ok(name: string, says: string): Finding {
  return { name, level: 'ok', says, hints: [] }
}

export function warn(name: string, says: string, ...hints: readonly string[]): Finding {
  return { name, level: 'warn', says, hints }
}

export function fail(name: string, says: string, ...hints: readonly string[]): Finding {
  return { name, level: 'fail', says, hints }
}

/** Mends one thing that is safe to mend, and answers what it did in a sentence; null where nothing was to be done. */
export type Repair = () => string | null | Promise<string | null>
