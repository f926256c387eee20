// In the place of a dialog whose device was revoked meanwhile.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { closeDialog } from '../dialog-state.ts'

export function Gone(): ReactNode {
  return (
    <>
      <div className="dialog-body">
        <p>This device is revoked, or was never paired here.</p>
      </div>
      <footer>
        <span className="push" />
        <Button label="Close" onClick={closeDialog} />
      </footer>
    </>
  )
}
