// The table of settings: a room that has any adds its section here.
import { Bot, Info, ShieldCheck, SlidersHorizontal, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccessSection } from '#platform/web/auth/access-section.tsx'
import { SettingsPage, type SettingsSection } from '#platform/web/settings/settings-page.tsx'
import { ThemeSection } from '#platform/web/theme/theme-section.tsx'
import { GatewaySection } from '#rooms/mirror/web/index.ts'
import { AboutSection } from '#rooms/modes/web/index.ts'
import { AgentsSection } from '#rooms/sessions/web/index.ts'

const sections: readonly SettingsSection[] = [
  { id: 'general', label: 'General', icon: SlidersHorizontal, Section: ThemeSection },
  { id: 'access', label: 'Access', icon: ShieldCheck, Section: AccessSection },
  { id: 'agents', label: 'Agents and hooks', icon: Bot, Section: AgentsSection },
  { id: 'gateway', label: 'Gateway', icon: Waypoints, Section: GatewaySection },
  { id: 'about', label: 'About', icon: Info, Section: AboutSection },
]

export function SettingsOfAll(): ReactNode {
  return <SettingsPage sections={sections} />
}
