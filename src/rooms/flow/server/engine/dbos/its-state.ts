// Which errors of PostgreSQL tell of its state and not of what was asked: the same question may be answered later.

/**
 * Of those that DBOS does not ask again after by itself: a login that is refused (28), the system beneath (58), a fault
 * within (XX).
 */
const classes: ReadonlySet<string> = new Set(['28', '58', 'XX'])
/** It takes no writes, as one that stands in for another. */
const readOnly = '25006'

export function isOfItsState(error: Error): boolean {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && code.length === 5 && (code === readOnly || classes.has(code.slice(0, 2)))
}

/** Of the system, where DBOS does not know them for a lost connection: something was written to one that had ended. */
const brokenCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])

export const isOfBrokenConnection = (error: Error): boolean => 'code' in error && brokenCodes.has(error.code)
