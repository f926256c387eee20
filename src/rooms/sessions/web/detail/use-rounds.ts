// A beat for what is asked for while a person looks.
import { useEffect, useState } from 'react'

/** Often enough to see an agent work, seldom enough to cost nothing. */
const refreshMs = 3000

/** A new value every few seconds while the page is seen. */
export function useRounds(): string {
  const [round, setRound] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setRound((count) => count + 1)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [])
  return String(round)
}
