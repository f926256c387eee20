// A form that begins with more than its draft, such as the place it was opened from.
import { useRef, useState } from 'react'
import { rememberedPrefix } from './drafts.ts'
import { fieldsOf, textOfFields } from './form-draft.ts'
import { drafts } from './use-draft.ts'

type Parts<T> = {
  /** The name of its draft, for ever. */
  readonly key: string
  /** What an empty form holds: the same each time. */
  readonly blank: T
  /** What it begins with, out of what was left unsent; null: nothing was. */
  readonly begin: (kept: T | null) => T
  /** Makes a change fit the other fields. */
  readonly fit?: (fields: T) => T
  /** Whether anything was written that would be missed; default: whatever is not blank. */
  readonly isWorthKeeping?: (fields: T) => boolean
}

export type BegunForm<T> = {
  readonly fields: T
  /** Changes the form and its draft; answers the fields as they then are. */
  readonly set: (change: Partial<T>) => T
  /** Keeps these as the draft, whatever the form holds: one that was thrown away comes back. */
  readonly keep: (fields: T) => void
  /** The next form begins with these where nothing was left unsent; they are nobody's words. Drops the draft. */
  readonly remember: (fields: T) => void
  readonly drop: () => void
}

export function useBegunForm<T extends object>(parts: Parts<T>): BegunForm<T> {
  const { key, blank, begin, fit = same, isWorthKeeping = always } = parts
  const [fields, setFields] = useState(() => begin(keptFields(key, blank)))
  const latest = useRef(fields)
  const keep = (next: T) => void drafts.keep(key, textOfFields(blank, next), textOfFields(blank, blank))
  const drop = () => drafts.drop(key)
  const set = (change: Partial<T>): T => {
    // Not from `fields`: leaving one field and filling the next may be two changes of one paint.
    const next = fit({ ...latest.current, ...change })
    latest.current = next
    setFields(next)
    if (isWorthKeeping(next)) keep(next)
    else drop()
    return next
  }
  const remember = (next: T) => {
    drafts.keep(rememberedPrefix + key, textOfFields(blank, next), textOfFields(blank, blank))
    drop()
  }
  return { fields, set, keep, remember, drop }
}

function keptFields<T extends object>(key: string, blank: T): T | null {
  const text = (drafts.get(key) ?? drafts.get(rememberedPrefix + key))?.text ?? null
  return text === null ? null : fieldsOf(blank, text)
}

const same = <T>(fields: T): T => fields
const always = (): boolean => true
