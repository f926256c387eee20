// Whether nobody can see the page.
import { useSyncExternalStore } from 'react'

export function useHidden(): boolean {
  return useSyncExternalStore(onVisibility, isHidden)
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isHidden = (): boolean => document.visibilityState === 'hidden'
