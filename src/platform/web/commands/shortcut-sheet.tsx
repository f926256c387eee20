// Every key of the page, by group, from the registry.
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { keyCaps } from './keys.ts'
import { closeCommandOverlay } from './palette-state.ts'
import './palette.css'
import { commandGroups, listCommands } from './registry.ts'
import { isMac } from './use-keys.ts'

export function ShortcutSheet(): ReactNode {
  const commands = listCommands().filter(({ keys }) => keys !== undefined)
  return (
    <Dialog title="Keys" onClose={closeCommandOverlay}>
      <div className="shortcuts">
        {commandGroups.map((group) => {
          const rows = commands.filter((command) => command.group === group)
          if (rows.length === 0) return null
          return (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {rows.map(({ id, title, keys = '' }) => (
                  <div key={id}>
                    <dt>{title}</dt>
                    <dd>
                      <span className="sr">{keyCaps(keys, isMac).join(' then ')}</span>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
