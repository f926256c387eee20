// The kinds of results as the page calls them. The page takes types from contracts, not values.
import { FileText, History, ListTodo, MessagesSquare, SquareTerminal, Workflow, type LucideIcon } from 'lucide-react'
import type { SearchKind } from '../contract.ts'

export type KindLook = { readonly kind: SearchKind; readonly label: string; readonly icon: LucideIcon }

/** In the order in which they are shown. */
export const kindLooks: readonly KindLook[] = [
  { kind: 'task', label: 'Tasks', icon: ListTodo },
  { kind: 'session', label: 'Sessions', icon: History },
  { kind: 'transcript', label: 'Transcripts', icon: MessagesSquare },
  { kind: 'output', label: 'Outputs', icon: SquareTerminal },
  { kind: 'brief', label: 'Briefs', icon: FileText },
  { kind: 'run', label: 'Runs', icon: Workflow },
]

export const searchPath = '/search'

export function hrefOfSearch(q: string): string {
  return q === '' ? searchPath : `${searchPath}?${new URLSearchParams({ q }).toString()}`
}
