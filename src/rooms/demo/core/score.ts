// What an agent of the demo does, beat by beat, and the file from which its actor plays it.

/** One thing that an agent does. Texts are of one line each, but for `say`. */
export type Beat =
  | { readonly say: string }
  | { readonly wait: number }
  | { readonly tool: readonly [name: string, input: string] }
  /** Asks a person, and goes on once somebody typed an answer. */
  | { readonly ask: string }
  /** Was asked already: only the answer is waited for. */
  | { readonly listen: true }
  /** Waits for the director's cue of that name. */
  | { readonly hold: string }
  | { readonly leave: number }

/** The cue after which the past is played and everybody goes on by himself. */
export const nowCue = 'now'

/** One line a step, words parted by tabs, as stage/actor.sh reads them. JSON is made here: a shell is no place for it. */
export function scoreText(beats: readonly Beat[]): string {
  return beats
    .flatMap(linesOf)
    .map((words) => `${words.join('\t')}\n`)
    .join('')
}

type Line = readonly string[]

function linesOf(beat: Beat): readonly Line[] {
  if ('say' in beat) return sayLines(beat.say)
  if ('wait' in beat) return [['wait', String(beat.wait)]]
  if ('hold' in beat) return [['hold', beat.hold]]
  if ('leave' in beat) return [['leave', String(beat.leave)]]
  if ('listen' in beat) return [['listen']]
  if ('ask' in beat) {
    return [
      ...sayLines(`\n? ${beat.ask}`),
      ['report', 'Notification', JSON.stringify({ message: beat.ask })],
      ['listen'],
    ]
  }
  const [tool_name, input] = beat.tool
  const payload = { tool_name, tool_input: { command: input } }
  return [...sayLines(`● ${tool_name}(${input})`), ['report', 'PostToolUse', JSON.stringify(payload)]]
}

function sayLines(text: string): readonly Line[] {
  return text.split('\n').map((line) => ['say', line.replaceAll('\t', '  ')])
}
