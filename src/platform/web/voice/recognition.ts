// The part of the browser's speech recognition that we use; the types of a page leave it out.

export type SpeechHeard = {
  /** All that was heard since the start; the last ones may still change. */
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>
}

export type RecognitionEvents = {
  readonly result: SpeechHeard
  readonly error: { readonly error: string }
  readonly end: unknown
}

export type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  /** Whether no sound may leave the machine; only where `available` says that it can. */
  processLocally?: boolean
  readonly addEventListener: <K extends keyof RecognitionEvents>(
    type: K,
    listener: (event: RecognitionEvents[K]) => void,
    options: { readonly signal: AbortSignal },
  ) => void
  readonly start: () => void
  /** Ends listening; what was said by then still comes. */
  readonly stop: () => void
  /** Ends it at once. */
  readonly abort: () => void
}

export type RecognitionMaker = {
  new (): Recognition
  readonly available?: (asked: {
    readonly langs: readonly string[]
    readonly processLocally: boolean
  }) => Promise<string>
}

/** Null where the browser has none, or would give it no microphone, as on plain http from another machine. */
export function findRecognition(scope: object = globalThis): RecognitionMaker | null {
  const { isSecureContext, SpeechRecognition, webkitSpeechRecognition } = scope as {
    readonly isSecureContext?: boolean
    readonly SpeechRecognition?: RecognitionMaker
    readonly webkitSpeechRecognition?: RecognitionMaker
  }
  return isSecureContext === true ? (SpeechRecognition ?? webkitSpeechRecognition ?? null) : null
}

/** Whether this browser understands that language without sending sound anywhere. */
export async function hearsLocally(maker: RecognitionMaker, lang: string): Promise<boolean> {
  try {
    return (await maker.available?.({ langs: [lang], processLocally: true })) === 'available'
  } catch {
    // It knows the question and not the language, or asks otherwise than it did: then sound may leave the machine.
    return false
  }
}
