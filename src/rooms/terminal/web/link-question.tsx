// Asks before a link in a terminal is followed: what it says and where it leads may differ.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'

export function LinkQuestion({
  address,
  onClose,
}: {
  readonly address: string
  readonly onClose: () => void
}): ReactNode {
  const { host } = new URL(address)
  return (
    <Dialog title={`Open a link to ${host}?`} onClose={onClose}>
      <div className="dialog-body">
        <p className="mono term-address">{address}</p>
        <p className="meta">It came from the agent’s output.</p>
      </div>
      <footer>
        <Button label="Stay here" onClick={onClose} />
        <a className="btn primary" href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open
        </a>
      </footer>
    </Dialog>
  )
}
