// Whether a process runs that this user may signal.

/** False for a process of another user, too: no agent of ours is one. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
