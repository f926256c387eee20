// The pages: those of the rooms, then the settings.
import { Settings } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import type { Tab } from '#platform/web/shell/tabs.ts'

const SettingsOfAll = lazyPart(() => import('./settings.tsx').then(({ SettingsOfAll }) => SettingsOfAll))

const settings: Tab = {
  id: 'settings',
  label: 'Settings',
  path: '/settings/:section?',
  icon: Settings,
  modes: ['legacy', 'fabric'],
  key: 's',
  isRare: true,
  Page: SettingsOfAll,
}

export function tabsOf(rooms: readonly PageRoom[]): readonly Tab[] {
  return [...rooms.flatMap(({ tabs = [] }) => tabs), settings]
}
