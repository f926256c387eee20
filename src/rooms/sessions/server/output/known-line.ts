// A session's last line as it is remembered from look to look.
import type { LastLine } from '../../contract.ts'

export type KnownLine = {
  /** When the run began that it is about. */
  readonly run: string | null
  /** What the output was when it was read last; null before. */
  readonly mark: string | null
  /** Read after its end: it prints no more. */
  readonly isOver: boolean
  readonly line: LastLine | null
}
