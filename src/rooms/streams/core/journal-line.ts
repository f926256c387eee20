// A line of a session's journal: `[seconds, kind, length, seq, end of the log, last event, last fact, payload]`. The bytes stand in the log.

/** `log` begins a journal: it names the file that its lengths count in. `untimed`: by its time it was written, since nobody knows when. */
export const journalKinds = ['log', 'stdout', 'stderr', 'untimed', 'event', 'derived', 'exit', 'resize', 'gap'] as const
export type JournalKind = (typeof journalKinds)[number]

export type JournalLine = {
  /** Milliseconds since the epoch. */
  readonly atMs: number
  readonly kind: JournalKind
  /** Bytes of the log that it stands for. */
  readonly length: number
  /** The number of the record; a line of kind `log` repeats that of the record before it. */
  readonly seq: number
  /** Where its bytes end in the log. */
  readonly end: number
  /** The last event of the session that stands in the journal; 0 for none. */
  readonly event: number
  /** The last of what was derived that stands in the journal; 0 for none. */
  readonly fact: number
  readonly payload: Readonly<Record<string, unknown>> | null
}

/** Longer than any line: what a payload holds is bounded by the room that it comes from. */
export const longestLine = 32_768

export function formatLine({ atMs, kind, length, seq, end, event, fact, payload }: JournalLine): string {
  const cells = [atMs / 1000, kind, length, seq, end, event, fact, ...(payload === null ? [] : [payload])]
  return `${JSON.stringify(cells)}\n`
}

/** Null for what is no line of a journal: a part of one, or something else's. By hand, since a seek reads thousands of them. */
export function parseLine(text: string): JournalLine | null {
  const cells = parsed(text)
  if (!Array.isArray(cells)) return null
  const [seconds, kind, ...rest]: unknown[] = cells
  const [length, seq, end, event, ...more] = rest
  // A journal of before facts has none.
  const [fact, payload = null] = isNumber(more[0]) ? more : [0, more[0]]
  if (!isNumber(seconds) || !isKind(kind) || !isPayload(payload)) return null
  if (!isNumber(length) || !isNumber(seq) || !isNumber(end) || !isNumber(event) || !isNumber(fact)) return null
  return { atMs: Math.round(seconds * 1000), kind, length, seq, end, event, fact, payload }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0

const kinds: ReadonlySet<unknown> = new Set(journalKinds)
const isKind = (value: unknown): value is JournalKind => kinds.has(value)

function isPayload(value: unknown): value is JournalLine['payload'] {
  return typeof value === 'object' && !Array.isArray(value)
}
