// The page listens for keys.
import { useEffect } from 'react'
import { createKeyListener } from './key-listener.ts'

export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = createKeyListener()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether keys are printed as on a Mac. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform)
