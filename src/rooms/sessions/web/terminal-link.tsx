// The way to a session's terminal, in a tab of its own.
import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'

export function TerminalLink({ id, onClick }: { readonly id: string; readonly onClick?: () => void }): ReactNode {
  return (
    <a className="btn primary" href={hrefOfTerminal(id)} target="_blank" rel="noopener" onClick={onClick}>
      <SquareTerminal className="i" aria-hidden />
      Open terminal
    </a>
  )
}

export function hrefOfTerminal(id: string): string {
  return `/terminal/${encodeURIComponent(id)}`
}
