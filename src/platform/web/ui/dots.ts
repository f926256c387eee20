// The state vocabulary: which hue and which moon phase each state has. Hue is never alone.

/** Blue, green, yellow, red, dim gray; the names are those of the tokens. */
export type Tone = 'run' | 'done' | 'wait' | 'fail' | 'idle'
export type Phase =
  | 'turning'
  | 'square'
  | 'ringed'
  | 'dashed-ringed'
  | 'half'
  | 'full-check'
  | 'full-cross'
  | 'bar'
  | 'ring'
  | 'centre'
  | 'dashed'

type Look = { readonly tone: Tone; readonly phase: Phase }

const looks: Readonly<Record<string, Look>> = {
  running: { tone: 'run', phase: 'turning' },
  in_progress: { tone: 'run', phase: 'ringed' },
  claimed: { tone: 'run', phase: 'dashed-ringed' },
  completed: { tone: 'done', phase: 'full-check' },
  done: { tone: 'done', phase: 'full-check' },
  awaiting_review: { tone: 'wait', phase: 'half' },
  review: { tone: 'wait', phase: 'half' },
  failed: { tone: 'fail', phase: 'full-cross' },
  blocked: { tone: 'fail', phase: 'bar' },
  stopping: { tone: 'run', phase: 'turning' },
  it_goes_on: { tone: 'run', phase: 'turning' },
  stopped_by_you: { tone: 'idle', phase: 'square' },
  idle: { tone: 'idle', phase: 'ring' },
  ready: { tone: 'idle', phase: 'centre' },
  backlog: { tone: 'idle', phase: 'dashed' },
  success: { tone: 'done', phase: 'full-check' },
  queued: { tone: 'idle', phase: 'centre' },
  cancelled: { tone: 'idle', phase: 'bar' },
  skipped: { tone: 'idle', phase: 'dashed' },
  missed: { tone: 'idle', phase: 'dashed' },
  not_ok: { tone: 'wait', phase: 'bar' },
  not_set_up: { tone: 'idle', phase: 'dashed-ringed' },
}

/** How a state is drawn; any other state is dim gray. */
export function lookOf(state: string): Look {
  return looks[state] ?? { tone: 'idle', phase: 'ring' }
}

/** A state as words on a card: `awaiting_review` is 'Awaiting review'. */
export function wordsForState(state: string): string {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
