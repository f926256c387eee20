// A mark of a shell as a fact of its session.
import type { ShellMarkSeen } from '#base/shell-marks.ts'
import type { Learned } from '../contract.ts'

type LearnedMark = Extract<Learned, { readonly source: 'shell' }>

/** `began`: the mark before it, where that is a beginning. */
export function learnedOf(seen: ShellMarkSeen, began: ShellMarkSeen | null): LearnedMark {
  const { number, mark, directory } = seen
  const common = { source: 'shell', number, mark, directory } as const
  if (seen.mark === 'began') {
    return { ...common, command: seen.command, isCut: seen.isCut, exitCode: null, durationMs: null, env: [] }
  }
  const isSame = began !== null && began.number === number
  const durationMs = isSame ? Math.max(0, seen.atMs - began.atMs) : null
  return { ...common, command: null, isCut: false, exitCode: seen.exitCode, durationMs, env: seen.env }
}

/** Grows with each mark of a session. */
export function placeOf({ number, mark }: Pick<LearnedMark, 'number' | 'mark'>): number {
  return 2 * number + (mark === 'ended' ? 1 : 0)
}
