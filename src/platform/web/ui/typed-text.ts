// What is typed into a field, and put in force elsewhere, as in the address, a moment after the last key.
import { useEffect, useState } from 'react'

/** Between two keys of somebody who types. */
const waitMs = 250

/**
 * `inForce` may change beside the field, as by a button that clears all filters: the field then shows that. `say` gets the
 * text without blanks around it, and must be stable.
 */
export function useTypedText(inForce: string, say: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ inForce, text: inForce })
  const text = draft.inForce === inForce ? draft.text : inForce
  useEffect(() => {
    const said = text.trim()
    if (said === inForce) return
    const timer = setTimeout(() => {
      // From now on another text in force is somebody else's doing.
      setDraft({ inForce: said, text })
      say(said)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, inForce, say])
  return [text, (typed) => setDraft({ inForce, text: typed })]
}
