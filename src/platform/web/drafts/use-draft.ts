// The drafts of this browser, and one of them in a component.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { createDrafts, type Draft, type DraftWorld } from './drafts.ts'
import { fieldsOf, textOfFields } from './form-draft.ts'

export const drafts = createDrafts({ storage: storageOfOrigin(), nowMs: () => Date.now() })

/** What another tab writes or sends is seen in this one. */
export function followOtherDrafts(): void {
  globalThis.addEventListener('storage', (event) => drafts.reread(event.key))
}

/** Null where nothing is being written. `key` names the field for ever, such as `task:T1:description`. */
export function useDraft(key: string): Draft | null {
  const subscribe = useCallback((listener: () => void) => drafts.subscribe(key, listener), [key])
  return useSyncExternalStore(subscribe, () => drafts.get(key))
}

export type DraftText = {
  readonly text: string
  /** Keeps what was written; an empty text is no draft. */
  readonly set: (text: string) => void
  /** It was sent, or thrown away on purpose. */
  readonly drop: () => void
}

/** A field that begins empty and is sent, such as a reply. */
export function useDraftText(key: string): DraftText {
  const draft = useDraft(key)
  return {
    text: draft?.text ?? '',
    set: useCallback((text: string) => void drafts.keep(key, text), [key]),
    drop: useCallback(() => drafts.drop(key), [key]),
  }
}

export type FormDraft<T> = {
  readonly fields: T
  readonly set: (change: Partial<T>) => void
  readonly drop: () => void
}

/**
 * The fields of a form: `blank` with what was written into it. `blank` must be stable; its values are texts, flags,
 * numbers, lists of texts or null for a text that may be missing.
 */
export function useFormDraft<T extends object>(key: string, blank: T): FormDraft<T> {
  const draft = useDraft(key)
  const text = draft?.text ?? null
  const set = useCallback(
    (change: Partial<T>) => {
      // Not from the drawn fields: leaving one and filling the next may be two changes of one paint.
      const present = fieldsOf(blank, drafts.get(key)?.text ?? null)
      drafts.keep(key, textOfFields(blank, { ...present, ...change }), textOfFields(blank, blank))
    },
    [key, blank],
  )
  return {
    fields: useMemo(() => fieldsOf(blank, text), [blank, text]),
    set,
    drop: useCallback(() => drafts.drop(key), [key]),
  }
}

function storageOfOrigin(): DraftWorld['storage'] {
  try {
    return localStorage
  } catch {
    // Storage may be forbidden; drafts then last as long as the page.
    return null
  }
}
