// The icon of an agent type; types of the configuration share one.
import { Bot, SquareCode, SquareTerminal, Waypoints, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, LucideIcon>> = {
  'code-agent': SquareCode,
  'gateway-agent': Waypoints,
  shell: SquareTerminal,
}

export function AgentIcon({ type }: { readonly type: string }): ReactNode {
  const Icon = icons[type] ?? Bot
  return <Icon className="i" aria-hidden />
}
