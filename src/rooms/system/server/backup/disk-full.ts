// Whether a failure means that a disk has no room left.

/** As the system says it, and as SQLite does. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  return code === 'ENOSPC' || code === 'EDQUOT' || ('errcode' in error && (Number(error.errcode) & 0xff) === 13)
}
