// The pages: those of the rooms, then the settings.
import { Settings } from 'lucide-react'
import { lazy } from 'react'
import type { Tab } from '#platform/web/shell/tabs.ts'
import { rooms } from './rooms.ts'

const SettingsOfAll = lazy(() => import('./settings.tsx').then(({ SettingsOfAll }) => ({ default: SettingsOfAll })))

export const tabs: readonly Tab[] = [
  ...rooms.flatMap(({ tabs = [] }) => tabs),
  {
    id: 'settings',
    label: 'Settings',
    path: '/settings/:section?',
    icon: Settings,
    modes: ['legacy', 'fabric'],
    key: 's',
    isRare: true,
    Page: SettingsOfAll,
  },
]
