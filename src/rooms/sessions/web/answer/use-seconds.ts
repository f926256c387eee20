// Counts on while the page is seen, for what has to be asked again.
import { useEffect, useState } from 'react'

/** A new number every `seconds` while `isOn` and the page is seen. */
export function useSeconds(seconds: number, isOn: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setCount((before) => before + 1)
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, isOn])
  return count
}
