// One tmux command as one process: which server it speaks to, how long it may take, and what its failures mean.
import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../config/environment.ts'
import { runProgram, type Program, type ProgramOutcome } from '../spawn.ts'
import { createTurns } from '../turns.ts'
import type { TmuxFailure } from './tmux.ts'

/** tmux answers in milliseconds even with 1,000 sessions; after this it hangs, and nothing may be concluded. */
export const defaultTimeLimitMs = 5000

/** A server passes every variable of a session on in a listing, so 1,000 sessions can make a long one. */
const outputLimitBytes = 32 * 1024 * 1024

/**
 * A tmux server works on one call at a time, so more processes would only wait for it. Four more may begin while those
 * hang, so that a person can still end a session; and who waits behind 500 others waits too long to be told anything.
 */
const turnsOptions = { usual: 12, reserved: 4, mostWaiting: 500 }

/** A server takes a few milliseconds to end. */
const exitAttempts = 5
const exitPauseMs = 20

export type TmuxClient = {
  /** The process that would run these tmux arguments. */
  readonly program: (args: readonly string[]) => Program
  /** At its turn among all calls; fails at once when too many wait. */
  readonly run: (args: readonly string[], input?: string) => Promise<ProgramOutcome>
  /** Ahead of all that wait: for what ends an agent's work. */
  readonly runUrgently: (args: readonly string[]) => Promise<ProgramOutcome>
}

type TmuxClientOptions = {
  readonly socketName: string | null
  /** Already cleaned by `tmuxEnvironment`. */
  readonly env: Environment
  readonly timeLimitMs: number
}

export function createTmuxClient({ socketName, env, timeLimitMs }: TmuxClientOptions): TmuxClient {
  const socket = socketName === null ? [] : ['-L', socketName]
  // -u: without it tmux replaces every character outside ASCII by `_` when the service runs without a locale.
  const program = (args: readonly string[]): Program => ({ argv: ['tmux', '-u', ...socket, ...args], env })
  const turns = createTurns(turnsOptions)
  const call = (args: readonly string[], input?: string): Promise<ProgramOutcome> =>
    runProgram({
      ...program(args),
      timeoutMs: timeLimitMs,
      outputLimitBytes,
      ...(input === undefined ? {} : { input }),
    })
  return {
    program,
    async run(args, input) {
      const turn = await turns.take(() => call(args, input))
      return turn.ok ? turn.value : tooManyWait
    },
    runUrgently: (args) => turns.takeUrgently(() => call(args)),
  }
}

const tooManyWait: ProgramOutcome = { kind: 'failed', reason: 'too many calls wait for tmux already' }

/**
 * Runs a command that may be repeated. A server that ends with its last session still takes calls and drops them; the
 * next call finds no server, or starts a new one.
 */
export async function runPastExit(client: TmuxClient, args: readonly string[]): Promise<ProgramOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await client.run(args)
    const isDropped = outcome.kind === 'exited' && /^server exited/m.test(outcome.stderr)
    if (!isDropped || attempt === exitAttempts) return outcome
    await wait(exitPauseMs)
  }
}

/** Whether tmux said that no server runs. No other failure proves it. */
export function saysNoServer(stderr: string): boolean {
  return /^no server running on /m.test(stderr) || /^error connecting to .*\(No such file or directory\)$/m.test(stderr)
}

/** The failure behind any outcome but success, with a sentence for a person. */
export function tmuxFailure(outcome: ProgramOutcome): TmuxFailure {
  if (outcome.kind === 'not_found') return { kind: 'not_installed', reason: 'tmux is not installed' }
  const reason = describe(outcome)
  if (/^duplicate session: /m.test(reason)) return { kind: 'duplicate', reason }
  if (saysNoServer(reason) || /^can't find (session|pane|window): /m.test(reason)) return { kind: 'gone', reason }
  return { kind: 'failed', reason }
}

export function noSessionId(id: string): TmuxFailure {
  return { kind: 'gone', reason: `${JSON.stringify(id)} is no id of a tmux session` }
}

/** Says why an outcome is no answer. */
export function describe(outcome: ProgramOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return outcome.stderr.trim() || `tmux ended with code ${outcome.code}`
    case 'not_found':
      return 'tmux is not installed'
    case 'timed_out':
      return 'tmux did not answer in time'
    case 'aborted':
      return 'the call was given up'
    case 'too_much_output':
      return 'tmux answered too much'
    case 'failed':
      return outcome.reason
  }
}
