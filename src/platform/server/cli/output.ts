// How commands talk: results on stdout, as text or with --json as JSON; remarks on stderr, so that pipes stay clean.
import { asTyped } from '#base/own-command.ts'
import { ownCommandOf } from './own-command.ts'
import { variable, type Environment } from '../config/environment.ts'

/** One of the standard streams, as much of it as commands need. */
export type TextStream = {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

export type Colour = 'blue' | 'green' | 'yellow' | 'red' | 'dim' | 'bold'

export interface Output {
  readonly json: boolean
  /** Width to fit lines into; null when stdout is no terminal and nothing may be cut. */
  readonly width: number | null
  /** The result: `value` as JSON with --json, else `text` (nothing when empty). */
  result(value: unknown, text: string): void
  /** A result's text as it is, without a newline added and in any mode: logs, scripts, prompts. */
  raw(text: string): void
  /** A remark for a person, on stderr; silent with --json. */
  note(text: string): void
  /** Colours text for stdout, unless it is no terminal or NO_COLOR is set. */
  paint(colour: Colour, text: string): string
}

export type OutputOptions = {
  readonly json: boolean
  readonly stdout: TextStream
  readonly stderr: TextStream
  readonly environment: Environment
}

const codes: Readonly<Record<Colour, string>> = {
  blue: '34',
  green: '32',
  yellow: '33',
  red: '31',
  dim: '2',
  bold: '1',
}

export function createOutput({ json, stdout, stderr, environment }: OutputOptions): Output {
  const coloured = wantsColour(stdout, environment)
  return {
    json,
    width: stdout.isTTY === true ? (stdout.columns ?? 80) : null,
    result: (value, text) => {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
      else if (text !== '') stdout.write(`${text}\n`)
    },
    raw: (text) => void stdout.write(text),
    note: (text) => {
      if (!json) stderr.write(`${asTyped(text, ownCommandOf(environment))}\n`)
    },
    paint: (colour, text) => (coloured ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text),
  }
}

/** https://no-color.org: any value but an empty one says no. */
export function wantsColour(stream: TextStream, environment: Environment): boolean {
  return stream.isTTY === true && variable(environment, 'NO_COLOR') === null && environment.TERM !== 'dumb'
}
