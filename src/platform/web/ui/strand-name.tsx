// The name of a strand wherever it is told: the prefix by which the data marks a mirrored job is drawn as a glyph behind it.
import { Shrimp } from 'lucide-react'
import type { ReactNode } from 'react'

const prefix = /^\u{1F99E}\s*/u

/** Any text may be given: without the prefix it stays as it is. */
export function StrandName({ name }: { readonly name: string }): ReactNode {
  if (!prefix.test(name)) return name
  return (
    <>
      {name.replace(prefix, '')} <Shrimp className="i" role="img" aria-label="mirrored from the gateway" />
    </>
  )
}
