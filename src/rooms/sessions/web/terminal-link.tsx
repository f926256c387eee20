// The way to a session's terminal, in a tab of its own.
import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'

export function TerminalLink({ id }: { readonly id: string }): ReactNode {
  return (
    <a className="btn primary" href={hrefOfTerminal(id)} target="_blank" rel="noopener">
      <SquareTerminal className="i" aria-hidden />
      Open terminal
    </a>
  )
}

export function hrefOfTerminal(id: string): string {
  return `/terminal/${encodeURIComponent(id)}`
}
