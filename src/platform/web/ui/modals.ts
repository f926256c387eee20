// How many modal dialogs are open: the page's keys rest under them.
import { useEffect } from 'react'
import { createValue } from '../store/value-store.ts'
import { useShown } from './shown.ts'

export const openModals = createValue(0)

/** Counts the calling component as an open modal while it is shown. */
export function useModal(isModal: boolean): void {
  useShown('modal', isModal)
  useEffect(() => {
    if (!isModal) return
    openModals.set(openModals.get() + 1)
    return () => openModals.set(openModals.get() - 1)
  }, [isModal])
}
