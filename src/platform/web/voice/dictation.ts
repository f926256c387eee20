// Dictation into one field: what is heard is written as if it was typed, and stays what it is when somebody types in between.
import type { Recognition, SpeechHeard } from './recognition.ts'
import { withHeard } from './heard-text.ts'

/** The field as dictation sees it; `write` does what typing does. */
export type DictatedField = {
  readonly read: () => { readonly text: string; readonly from: number; readonly to: number }
  readonly write: (text: string, caret: number) => void
  /** While a text is on its way, nothing may be written. */
  readonly isClosed: () => boolean
}

export type Dictation = {
  /** What was said by now still comes. */
  readonly stop: () => void
  /** Nothing more is written. */
  readonly abort: () => void
}

type Options = {
  readonly recognition: Recognition
  readonly field: DictatedField
  /** `why` is an error of the browser's, or null for an end that was asked for. */
  readonly onEnd: (why: string | null) => void
}

/** Starts it. */
export function dictate({ recognition, field, onEnd }: Options): Dictation {
  const listening = new AbortController()
  const { signal } = listening
  let why: string | null = null
  const end = () => {
    if (signal.aborted) return
    listening.abort()
    onEnd(why)
  }
  const write = writerInto(field)
  recognition.addEventListener('result', ({ results }) => write(results), { signal })
  recognition.addEventListener('end', end, { signal })
  const onError = ({ error }: { readonly error: string }) => {
    // What was asked for is no failure.
    if (error !== 'aborted') why = error
  }
  recognition.addEventListener('error', onError, { signal })
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

function writerInto(field: DictatedField): (results: SpeechHeard['results']) => void {
  let place = placeOf(field, 0)
  let heardCount = 0
  return (results) => {
    // Somebody typed, or sent it: what was heard by then is theirs, and the next words go where they are now.
    if (field.read().text !== place.written) place = placeOf(field, heardCount)
    heardCount = results.length
    if (field.isClosed()) return
    const { text, caret } = withHeard(place.before, wordsOf(results, place.firstHeard), place.after)
    if (text === place.written) return
    field.write(text, caret)
    place = { ...place, written: text }
  }
}

type Place = { readonly before: string; readonly after: string; readonly written: string; readonly firstHeard: number }

/** What is selected is replaced by what is said, as by typing. */
function placeOf(field: DictatedField, firstHeard: number): Place {
  const { text, from, to } = field.read()
  return { before: text.slice(0, from), after: text.slice(to), written: text, firstHeard }
}

function wordsOf(results: SpeechHeard['results'], from: number): string {
  return Array.from(results)
    .slice(from)
    .map((alternatives) => alternatives[0]?.transcript ?? '')
    .join(' ')
}
