// Whether the launch dialog is open, and with what it begins.
import { createValue } from '#platform/web/store/value-store.ts'

export type LaunchStart = {
  readonly prompt?: string
  readonly taskId?: string
  readonly label?: string
  readonly dependsOn?: readonly string[]
}

export const launchStart = createValue<LaunchStart | null>(null)

export function openLaunch(start: LaunchStart = {}): void {
  launchStart.set(start)
}

export function closeLaunch(): void {
  launchStart.set(null)
}
