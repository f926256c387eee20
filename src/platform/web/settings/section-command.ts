// The way to a section of the settings, as a command.
import type { LucideIcon } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import type { Command } from '../commands/registry.ts'

export function toSection(id: string, title: string, icon: LucideIcon): Command {
  return { id: `settings.${id}`, title, group: 'Go to', icon, run: () => navigate(`/settings/${id}`) }
}
