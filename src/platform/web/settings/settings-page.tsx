// The frame of the settings: a list of sections, and the one of the address.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import './settings.css'

/** What a room adds to the settings. */
export type SettingsSection = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly Section: ComponentType
}

export function SettingsPage({ sections }: { readonly sections: readonly SettingsSection[] }): ReactNode {
  const { section: wanted } = useParams<{ section?: string }>()
  const current = sections.find(({ id }) => id === wanted) ?? sections[0]
  return (
    <div className="settings">
      <nav aria-label="Settings">
        {sections.map(({ id, label, icon: Icon }) => (
          <Link key={id} href={`/settings/${id}`} aria-current={id === current?.id ? 'page' : undefined}>
            <Icon className="i" aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className="scroll">
        <h1 className="sr">Settings: {current?.label}</h1>
        {current === undefined ? null : <current.Section />}
      </div>
    </div>
  )
}
