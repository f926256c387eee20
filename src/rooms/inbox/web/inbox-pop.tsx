// The inbox over the page, under its count.
import type { ReactNode } from 'react'
import { Pop } from '#platform/web/ui/pop.tsx'
import { closeInbox, inboxAnchor } from './inbox-state.ts'
import { InboxView } from './inbox-view.tsx'

export function InboxPop({ item }: { readonly item: string | null }): ReactNode {
  const anchor = document.querySelector(inboxAnchor)
  if (anchor === null) return null
  return (
    <Pop name="Needs you" anchor={anchor} className="inbox-pop" onClose={closeInbox}>
      <InboxView key={item} item={item} onClose={closeInbox} />
    </Pop>
  )
}
