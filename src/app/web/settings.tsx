// The settings: those of the page itself, then those of the rooms.
import { ShieldCheck, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccessSection } from '#platform/web/auth/access-section.tsx'
import { SettingsPage } from '#platform/web/settings/settings-page.tsx'
import type { SettingsSection } from '#platform/web/settings/settings-section.ts'
import { ThemeSection } from '#platform/web/theme/theme-section.tsx'
import { rooms } from './rooms.ts'

const sections: readonly SettingsSection[] = [
  { id: 'general', label: 'General', icon: SlidersHorizontal, Section: ThemeSection },
  { id: 'access', label: 'Access', icon: ShieldCheck, Section: AccessSection },
  ...rooms.flatMap(({ sections = [] }) => sections),
]

export function SettingsOfAll(): ReactNode {
  return <SettingsPage sections={sections} />
}
