// The six words of the key of a device, made in this browser once its signature is checked.
import { useEffect, useState } from 'react'
import type { RecipientView } from '../contract.ts'
import { wordsOf } from './in-browser.ts'

/** Undefined while it is checked. */
export function useWords(device: RecipientView): readonly string[] | null | undefined {
  const [words, setWords] = useState<readonly string[] | null>()
  useEffect(() => {
    let isShown = true
    void wordsOf(device).then((found) => (isShown ? setWords(found) : undefined))
    return () => void (isShown = false)
  }, [device])
  return words
}
