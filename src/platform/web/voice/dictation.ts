// Dictation into one field: what is heard is written as if it was typed, and stays what it is when somebody types in between.
import type { Heard, Recognition } from './recognition.ts'
import { withHeard } from './heard-text.ts'

/** The field as dictation sees it; `write` does what typing does. */
export type DictatedField = {
  readonly read: () => { readonly text: string; readonly from: number; readonly to: number }
  readonly write: (text: string, caret: number) => void
  /** While a text is on its way, nothing may be written. */
  readonly isClosed: () => boolean
}

export type DictationNews =
  | { readonly kind: 'listening' }
  /** `why` is an error of the browser's, or null for an end that was asked for. */
  | { readonly kind: 'ended'; readonly why: string | null }

export type Dictation = {
  /** What was said by now still comes. */
  readonly stop: () => void
  /** Nothing more is written. */
  readonly abort: () => void
}

type Options = {
  readonly recognition: Recognition
  readonly field: DictatedField
  readonly tell: (news: DictationNews) => void
}

/** Starts it. */
export function dictate({ recognition, field, tell }: Options): Dictation {
  let why: string | null = null
  let place = placeOf(field, 0)
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    Object.assign(recognition, { onstart: null, onresult: null, onerror: null, onend: null })
    tell({ kind: 'ended', why })
  }
  recognition.onstart = () => tell({ kind: 'listening' })
  recognition.onerror = ({ error }) => {
    // What was asked for is no failure.
    if (error !== 'aborted') why = error
  }
  recognition.onend = end
  let heardCount = 0
  recognition.onresult = ({ results }) => {
    // Somebody typed, or sent it: what was heard by then is theirs, and the next words go where they are now.
    if (field.read().text !== place.written) place = placeOf(field, heardCount)
    heardCount = results.length
    if (field.isClosed()) return
    const { text, caret } = withHeard(place.before, wordsOf(results, place.firstHeard), place.after)
    if (text === place.written) return
    field.write(text, caret)
    place = { ...place, written: text }
  }
  try {
    recognition.start()
  } catch {
    why = 'not-started'
    end()
  }
  return {
    stop: () => recognition.stop(),
    abort() {
      recognition.abort()
      end()
    },
  }
}

type Place = { readonly before: string; readonly after: string; readonly written: string; readonly firstHeard: number }

/** What is selected is replaced by what is said, as by typing. */
function placeOf(field: DictatedField, firstHeard: number): Place {
  const { text, from, to } = field.read()
  return { before: text.slice(0, from), after: text.slice(to), written: text, firstHeard }
}

function wordsOf(results: Heard['results'], from: number): string {
  return Array.from(results)
    .slice(from)
    .map((alternatives) => alternatives[0]?.transcript ?? '')
    .join(' ')
}
