// Opens what a person needs to go on with a session elsewhere; loaded when it is asked for.
import { Smartphone } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import type { SessionCard } from '../../contract.ts'

const TransferPanel = lazy(() =>
  import('./transfer-panel.tsx').then(({ TransferPanel }) => ({ default: TransferPanel })),
)

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
      <LazyHost>
        {anchor === null ? null : <TransferPanel session={session} anchor={anchor} onClose={() => setAnchor(null)} />}
      </LazyHost>
    </>
  )
}
