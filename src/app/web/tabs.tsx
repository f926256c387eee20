// The table of pages: a room that brings a page adds its row here, with the modes that have it.
import { House, ListOrdered, Settings, SquareKanban, Workflow } from 'lucide-react'
import { lazy } from 'react'
import type { Tab } from '#platform/web/shell/tabs.ts'
import { BoardPage, HomePage } from '#rooms/board/web/index.ts'
import { StrandsPage } from '#rooms/flow/web/index.ts'
import { TriagePage } from '#rooms/triage/web/index.ts'

const SettingsOfAll = lazy(() => import('./settings.tsx').then(({ SettingsOfAll }) => ({ default: SettingsOfAll })))

export const tabs: readonly Tab[] = [
  { id: 'home', label: 'Home', path: '/', icon: House, modes: ['legacy', 'fabric'], key: 'h', Page: HomePage },
  {
    id: 'board',
    label: 'Board',
    path: '/board',
    icon: SquareKanban,
    modes: ['legacy', 'fabric'],
    key: 'b',
    Page: BoardPage,
  },
  {
    id: 'triage',
    label: 'Triage',
    path: '/triage',
    icon: ListOrdered,
    modes: ['legacy', 'fabric'],
    key: 't',
    Page: TriagePage,
  },
  {
    id: 'strands',
    label: 'Strands',
    path: '/strands/*?',
    icon: Workflow,
    modes: ['legacy', 'fabric'],
    key: 'w',
    isRare: true,
    Page: StrandsPage,
  },
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
