// Tells of what an earlier page of this tab may not have sent.
import { useEffect } from 'react'
import { unsentKey } from './unsent-key.ts'

/** Draws nothing. */
export function UnsentHost(): null {
  useEffect(() => {
    if (isAnyUnsent()) void import('./tell-unsent.ts').then(({ tellUnsent }) => tellUnsent())
  }, [])
  return null
}

function isAnyUnsent(): boolean {
  try {
    return sessionStorage.getItem(unsentKey) !== null
  } catch {
    // Forbidden by the browser: then nothing was kept.
    return false
  }
}
