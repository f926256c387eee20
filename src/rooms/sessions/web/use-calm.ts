// Follows a value that changes often, at a pace that a person can follow.
import { useEffect, useState } from 'react'

/** A busy agent reports several times a second; what is asked for anew each time is asked for once a second. */
const calmMs = 1000

export function useCalm(value: string): string {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    if (value === calm) return
    const timer = setTimeout(() => setCalm(value), calmMs)
    return () => clearTimeout(timer)
  }, [value, calm])
  return calm
}
