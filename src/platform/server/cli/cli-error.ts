// An expected end of a command: what went wrong, what to do, and the exit code. app/cli.ts alone prints and exits.
import type { ExitName } from './exit-codes.ts'

export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitName
  /** What to do next, one line each. */
  readonly hints: readonly string[]
  /** The service's own answer, for --json. */
  readonly body: unknown

  constructor(
    exit: ExitName,
    reason: string,
    more: { hints?: readonly string[]; body?: unknown; cause?: unknown } = {},
  ) {
    super(reason, { cause: more.cause })
    this.exit = exit
    this.hints = more.hints ?? []
    this.body = more.body ?? null
  }
}
