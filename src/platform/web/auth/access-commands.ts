// What the settings do about the look and the login of this browser, for the palette.
import { LogOut, Monitor, Moon, ShieldCheck, SlidersHorizontal, Smartphone, Sun } from 'lucide-react'
import type { Command } from '../commands/registry.ts'
import { toSection } from '../settings/section-command.ts'
import { chooseTheme, type Theme } from '../theme/theme.ts'
import { askToSignOut } from './sign-out.ts'

const themeIcons = { system: Monitor, dark: Moon, light: Sun } as const

export const settingsCommands: readonly Command[] = [
  theme('system', 'Theme: System'),
  theme('dark', 'Theme: Dark'),
  theme('light', 'Theme: Light'),
  toSection('general', 'Settings: General', SlidersHorizontal),
  toSection('access', 'Settings: Access, logins', ShieldCheck),
  {
    ...toSection('access', 'Sign in elsewhere: make a link', Smartphone),
    id: 'access.link',
  },
  { id: 'access.sign-out', title: 'Sign out this browser', group: 'Page', icon: LogOut, run: askToSignOut },
]

function theme(chosen: Theme, title: string): Command {
  return { id: `theme.${chosen}`, title, group: 'Page', icon: themeIcons[chosen], run: () => chooseTheme(chosen) }
}
