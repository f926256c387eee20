// A sentence of the service as the page shows it: what stands between backticks is typed as it is.
import type { ReactNode } from 'react'

export function WithCode({ text }: { readonly text: string }): ReactNode {
  const parts = text.split('`')
  return parts.map((part, nth) => (nth % 2 === 1 ? <code key={part}>{part}</code> : part))
}
