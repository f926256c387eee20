// A test launch of an agent type: what it is asked, and when and how it counts as over.
import { shownLine } from '../output/shown-line.ts'
import type { Session } from '../../contract.ts'

/** A model that loads first takes its time, and a person waits. */
export const trialLimitSeconds = 60

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh'])

/** A line of a shell where a shell gets it, else a question that costs next to nothing. */
export function trialPrompt(command: readonly string[]): string {
  const program = command[0]?.split('/').at(-1) ?? ''
  return shells.has(program) ? 'echo ready' : 'Answer with the one word: ready'
}

/** What came of it in words; `hint` says what to do next where it did not work. */
export type TrialVerdict = { readonly works: boolean; readonly says: string; readonly hint: string | null }

type Trial = Pick<Session, 'state' | 'exit_code' | 'cause'>

/** Null while it goes on. */
export function judgeTrial({ state, exit_code: code, cause }: Trial, seconds: number): TrialVerdict | null {
  const after = `after ${seconds.toFixed(1)} s`
  switch (state) {
    case 'completed':
      return { works: true, says: `It ended ${after}, with exit code ${code ?? 0}.`, hint: null }
    case 'failed':
      return { works: false, says: `It failed ${after}: ${failureWords(code, cause)}.`, hint: failedHint }
    case 'awaiting_review':
      return waits(cause, after)
    case 'idle':
    case 'running':
      return seconds < trialLimitSeconds ? null : late
  }
}

/** The service moves a session by itself when its turn is over and its program stays; all else is an agent that asks. */
function waits(cause: Trial['cause'], after: string): TrialVerdict {
  if (cause?.source !== 'hook') return { works: true, says: `It answered ${after}, and goes on running.`, hint: null }
  const what = cause.metadata === null ? 'it says not for what' : `“${cause.metadata}”`
  return { works: false, says: `It waits for a person ${after}: ${what}.`, hint: asksHint }
}

function failureWords(code: number | null, cause: Trial['cause']): string {
  const exit = code === null ? 'without an exit code' : `exit code ${code}`
  return cause?.metadata === null || cause === null ? exit : `${cause.metadata.replace(/[.\s]+$/, '')} (${exit})`
}

const failedHint = 'What it printed may say why; then run its command once in a terminal of your own.'
const asksHint =
  'Run its command once in a terminal of your own and answer what it asks: a login, or whether it may work there.'
const late: TrialVerdict = {
  works: false,
  says: `It still ran after ${trialLimitSeconds} s, and was ended.`,
  hint: 'Launch it by hand and look: it may wait for something, or be slow.',
}

const mostLines = 12

/** The last lines of an output as plain text; null for none. */
export function printedOf(raw: string): string | null {
  const lines = raw
    .split('\n')
    .map((line) =>
      shownLine(line)
        .replaceAll(/\p{Cc}|\p{Cf}|\p{Co}/gu, '')
        .trimEnd(),
    )
    .filter((line) => line.trim() !== '')
  return lines.length === 0 ? null : lines.slice(-mostLines).join('\n')
}
