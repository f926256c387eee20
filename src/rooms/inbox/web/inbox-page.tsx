// The inbox as a page of its own: on a phone, and by its address.
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { InboxView } from './inbox-view.tsx'

export function InboxPage(): ReactNode {
  const item = new URLSearchParams(useSearch()).get('item')
  return (
    <div className="inbox-page">
      <h1 className="sr">Needs you</h1>
      <InboxView key={item} item={item} onClose={null} />
    </div>
  )
}
