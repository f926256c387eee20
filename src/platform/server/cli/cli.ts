// What every command is given: where the home is, how to reach the service, how to speak to the person.
import { findHome } from '../config/load-config.ts'
import type { Environment } from '../config/environment.ts'
import type { ApiClient } from './api-client.ts'
import { createOutput, type Output, type TextStream } from './output.ts'

/** The process around a command, as values, so that tests can stand in for it. */
export type CliProcess = {
  readonly environment: Environment
  readonly userHome: string
  readonly workingDir: string
  /** How this very command was started, without its arguments: Node, its options and the program, by absolute paths. */
  readonly ownArgv: readonly string[]
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** All of stdin as text. */
  readonly readStdin: () => Promise<string>
  /** The next line of stdin, as a person types it; empty at its end. */
  readonly readLine: () => Promise<string>
  /** A secret: the next line that is typed, without showing it, or all of stdin where that is no terminal. */
  readonly readSecret: () => Promise<string>
  /** Runs a program on this terminal and resolves with its exit code; null when it is not installed. */
  readonly runOnTerminal: (argv: readonly string[], environment: Environment) => Promise<number | null>
  /** The terminal that a person sits at, taken until it is disposed; null where stdin or stdout is none. */
  readonly takeTerminal: () => PersonTerminal | null
  /** From the call on SIGINT, SIGTERM and SIGHUP abort the answer instead of ending the process. */
  readonly catchSignals: () => AbortSignal
}

/** A terminal whose every key is handed on, as it is typed. Disposing gives it back as it was. */
export interface PersonTerminal extends Disposable {
  size(): { readonly columns: number; readonly rows: number }
  /** Resolves once the terminal takes more. */
  write(bytes: Uint8Array): Promise<void>
  onKeys(take: (bytes: Uint8Array) => void): void
  onResize(take: () => void): void
}

/** What a program needs that asks no service: the service itself and the daemon. */
export interface PlainCli {
  readonly process: CliProcess
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
  /** Valid once the command line is parsed. */
  readonly output: Output
  /** Sets the form of the output; called before a command runs. */
  speak(form: { readonly json: boolean }): void
  /** Exit code of a command that ended well but has something to say, as `doctor` does; 0 unless set. */
  exitCode: number
  /** True for the service: it goes on when nobody reads its output any more. Other commands end then. */
  outlivesReaders: boolean
}

/** What a command is given. */
export interface Cli extends PlainCli {
  readonly api: ApiClient
}

export function createPlainCli(around: CliProcess): PlainCli {
  const { environment, userHome, stdout, stderr } = around
  const { home } = findHome(environment, userHome)
  let output = createOutput({ json: false, stdout, stderr, environment })
  return {
    process: around,
    home,
    get output() {
      return output
    },
    speak: ({ json }) => {
      output = createOutput({ json, stdout, stderr, environment })
    },
    exitCode: 0,
    outlivesReaders: false,
  }
}
