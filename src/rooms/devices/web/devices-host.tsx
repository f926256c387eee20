// What devices draw over every page, loaded when the first of it is opened.
import type { ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { deviceDialog } from './dialog-state.ts'

const DeviceDialogs = lazyOverlay(() => import('./device-dialogs.tsx').then(({ DeviceDialogs }) => DeviceDialogs))

const DeviceDialog = lazyOverlay(() => import('./detail/device-dialog.tsx').then(({ DeviceDialog }) => DeviceDialog))

export function DevicesHost(): ReactNode {
  const dialog = useValue(deviceDialog)
  const shown = usePanel('planet')
  return (
    <>
      {shown === null ? null : <DeviceDialog key={shown} id={shown} />}
      {dialog === null ? null : <DeviceDialogs dialog={dialog} />}
    </>
  )
}
