// Why a run failed, in words: of its exit status and the last line that it wrote.
import { missingProgramOf, notInstalled } from './missing-program.ts'

type Failed = {
  /** The exit status as a shell tells it: 128 and more for a signal. */
  readonly exitCode: number
  /** The last line of this run that means something; null where it wrote none. */
  readonly lastLine: string | null
}

/** Null where nothing more is known than the exit status. */
export function failureOf({ exitCode, lastLine }: Failed): string | null {
  const signal = signals[exitCode]
  if (signal !== undefined) return signal
  if (lastLine === null) return null
  const own = ownLine.exec(lastLine)?.[1]
  if (own === undefined) return lastLine
  // Only our script tells that the agent's own program is missing; a program that misses another one says so itself.
  const missing = exitCode === 127 ? missingProgramOf(own) : null
  return missing === null ? own : notInstalled(missing)
}

/** What the script of a launch says itself. */
const ownLine = /^orrery: (.+)$/

/** Whether our script wrote the line: it is told as the reason, in other words. */
export function isOwnLine(line: string): boolean {
  return ownLine.test(line)
}

/** 128 and the number of the signal. */
const signals: Readonly<Record<number, string>> = {
  129: 'ended by a signal: its terminal hung up (SIGHUP)',
  130: 'interrupted by Ctrl+C (SIGINT)',
  131: 'ended by a signal: quit (SIGQUIT)',
  132: 'crashed: an instruction that this processor does not have (SIGILL)',
  134: 'crashed: it gave up by itself (SIGABRT)',
  135: 'crashed: memory or a file that is not there (SIGBUS)',
  136: 'crashed: an arithmetic error (SIGFPE)',
  137: 'killed, perhaps for lack of memory (SIGKILL)',
  139: 'crashed: memory that is not its own (SIGSEGV)',
  141: 'ended by a signal: nobody read what it wrote (SIGPIPE)',
  143: 'ended by a signal: asked to end (SIGTERM)',
}
