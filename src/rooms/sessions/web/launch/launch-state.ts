// Whether the launch dialog is open, and with what it begins.
import { createValue } from '#platform/web/store/value-store.ts'
import type { LaunchStart } from '../contract.ts'

export const launchStart = createValue<LaunchStart | null>(null)

export function openLaunch(start: LaunchStart = {}): void {
  launchStart.set(start)
}

export function closeLaunch(): void {
  launchStart.set(null)
}
