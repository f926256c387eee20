// The settings: what the page and the rooms show of themselves, and below it the keys that belong there.
import { Archive, Bell, CalendarClock, Cpu, Layers, ShieldCheck, SlidersHorizontal, Workflow } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { AccessSection } from '#platform/web/auth/access-section.tsx'
import { InstallSection } from '#platform/web/install/install-section.tsx'
import { SettingsPage } from '#platform/web/settings/settings-page.tsx'
import type { SettingsSection } from '#platform/web/settings/settings-section.ts'
import { ThemeSection } from '#platform/web/theme/theme-section.tsx'
import { HooksSection } from '#rooms/hooks/web/index.ts'
import { NotifyPortsContext, NotifySection, type NotifyPagePorts } from '#rooms/notify/web/index.ts'
import { PasskeysSection } from '#rooms/passkeys/web/index.ts'
import { changeKeys, SettingKeys, sectionLabels, type SettingsSectionId } from '#rooms/settings/web/index.ts'
import { rooms } from './rooms.ts'

/** The keys below a section that a room brings; a section of no room's is its keys alone. */
const keysBelow: Readonly<Record<string, readonly SettingsSectionId[]>> = {
  general: ['general'],
  access: ['access'],
  agents: ['agents', 'hooks'],
  gateway: ['gateway'],
  notifications: ['notifications'],
}

/** What else is shown below a section. */
const besides: Readonly<Record<string, ComponentType>> = {
  general: InstallSection,
  agents: HooksSection,
  access: PasskeysSection,
}

const brought: readonly SettingsSection[] = [
  { id: 'general', label: 'General', icon: SlidersHorizontal, Section: ThemeSection },
  { id: 'access', label: 'Access', icon: ShieldCheck, Section: AccessSection },
  ...rooms.get().flatMap(({ sections = [] }) => sections),
]

const ofKeysAlone = [
  { id: 'model', icon: Cpu },
  { id: 'triage', icon: Layers },
  { id: 'strands', icon: Workflow },
  { id: 'retention', icon: CalendarClock },
  { id: 'storage', icon: Archive },
] as const

const sections: readonly SettingsSection[] = [
  ...brought.slice(0, -1).map(withKeys),
  withKeys({ id: 'notifications', label: sectionLabels.notifications, icon: Bell, Section: Notifications }),
  ...ofKeysAlone.map(({ id, icon }) => ({ id, label: sectionLabels[id], icon, Section: keysOf([id]) })),
  ...brought.slice(-1).map(withKeys),
]

const notifyPorts: NotifyPagePorts = { changeKeys }

function Notifications(): ReactNode {
  return (
    <NotifyPortsContext value={notifyPorts}>
      <NotifySection />
    </NotifyPortsContext>
  )
}

function withKeys(section: SettingsSection): SettingsSection {
  const below = keysBelow[section.id]
  if (below === undefined) return section
  const { Section } = section
  const Beside = besides[section.id] ?? null
  const Keys = keysOf(below)
  return {
    ...section,
    Section: () => (
      <>
        <Section />
        {Beside === null ? null : <Beside />}
        <Keys />
      </>
    ),
  }
}

function keysOf(ids: readonly SettingsSectionId[]): ComponentType {
  return () => ids.map((id) => <SettingKeys key={id} section={id} />)
}

export function SettingsOfAll(): ReactNode {
  return <SettingsPage sections={sections} />
}
