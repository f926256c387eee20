// The service's log: JSON lines on stderr for programs, compact lines for a person, secrets masked in both.
import { pino, type Logger as PinoLogger } from 'pino'
import { prettyLine } from './pretty.ts'
import { makeRedactor } from './redact.ts'

export type Logger = PinoLogger

export type LogOptions = {
  /** `debug` with --verbose, else `info`. */
  readonly level: 'debug' | 'info'
  readonly form: 'json' | 'text' | 'coloured'
  /** Secrets in force; they are masked wherever they would appear. More may join. */
  readonly secrets: ReadonlySet<string>
  /** Takes finished lines, newline included. */
  readonly write: (line: string) => void
  /** Takes each line as JSON as well, whatever the form of the others. */
  readonly keep?: (line: string) => void
}

/** Makes the logger. It writes synchronously and starts no thread, so that the last line before a crash is kept. */
export function createLogger(options: LogOptions): Logger {
  const { form, write, keep } = options
  const show = form === 'json' ? write : (line: string) => write(`${prettyLine(line.trimEnd(), form === 'coloured')}\n`)
  const stream = {
    write(line: string) {
      show(line)
      keep?.(line)
    },
  }
  const redact = makeRedactor(options.secrets)
  return pino({ level: options.level, base: { pid: process.pid }, hooks: { streamWrite: redact } }, stream)
}
