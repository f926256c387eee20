// Opens what a person needs to go on with a session elsewhere; loaded when it is asked for.
import { Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'

const TransferPanel = lazyOverlay(() => import('./transfer-panel.tsx').then(({ TransferPanel }) => TransferPanel))

export function TransferButton({ session }: { readonly session: SessionCard }): ReactNode {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button
        icon={Smartphone}
        aria-label="Go on elsewhere"
        title="Go on elsewhere"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor === null ? null : <TransferPanel session={session} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
