// The frame of the settings: a list of sections, and the one of the address.
import type { ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import type { SettingsSection } from './settings-section.ts'
import './settings.css'

/** On a phone the sections are a row that scrolls. */
function intoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

export function SettingsPage({ sections }: { readonly sections: readonly SettingsSection[] }): ReactNode {
  const { section: wanted } = useParams<{ section?: string }>()
  const current = sections.find(({ id }) => id === wanted) ?? sections[0]
  return (
    <div className="settings">
      <nav aria-label="Settings">
        {sections.map(({ id, label, icon: Icon }) => (
          <Link
            key={id}
            ref={id === current?.id ? intoView : undefined}
            href={`/settings/${id}`}
            aria-current={id === current?.id ? 'page' : undefined}
          >
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
