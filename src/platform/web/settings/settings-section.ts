// What a room adds to the settings.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

export type SettingsSection = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly Section: ComponentType
}
