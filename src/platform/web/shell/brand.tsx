// The mark: a sun, two orbits, two planets.
import type { ReactNode } from 'react'

export function Brand(): ReactNode {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden>
      <circle cx="12" cy="12" r="10.25" opacity=".55" />
      <circle cx="12" cy="12" r="6" opacity=".8" />
      <circle cx="12" cy="12" r="2.4" fill="currentColor" stroke="none" />
      <circle cx="16.25" cy="7.75" r="1.5" fill="currentColor" stroke="none" />
      <circle cx="3.1" cy="17.1" r="1.9" fill="currentColor" stroke="none" />
    </svg>
  )
}
