// What a room gives to the navigation.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** One page of the product. Rooms bring theirs in a `PageRoom`. */
export type Tab = {
  readonly id: string
  readonly label: string
  /** A wouter pattern; the link leads to its part before the first parameter. */
  readonly path: string
  readonly icon: LucideIcon
  /** The deployment modes that have the page. */
  readonly modes: readonly ('legacy' | 'fabric')[]
  /** The key after `g`. */
  readonly key: string
  /** Lies under 'More' on a phone, and first of all where a window has no room for every tab. */
  readonly isRare?: boolean
  /** Stands in no navigation: a button of its own leads to it. */
  readonly isUnlisted?: boolean
  readonly Page: ComponentType
}

/** The address of a tab's page: its pattern without parameters. */
export function hrefOf({ path }: Tab): string {
  const cut = path.replace(/\/?[:*].*$/, '')
  return cut === '' ? '/' : cut
}
