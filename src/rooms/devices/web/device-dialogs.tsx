// The dialogs of devices.
import type { ReactNode } from 'react'
import { ChangeDialog } from './change/change-dialog.tsx'
import { RevokeDialog } from './change/revoke-dialog.tsx'
import type { DeviceDialog } from './dialog-state.ts'
import { PairDialog } from './pair/pair-dialog.tsx'

export function DeviceDialogs({ dialog }: { readonly dialog: DeviceDialog }): ReactNode {
  switch (dialog.kind) {
    case 'pair':
      return <PairDialog />
    case 'change':
      return <ChangeDialog id={dialog.id} />
    case 'revoke':
      return <RevokeDialog id={dialog.id} />
  }
}
