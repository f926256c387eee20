// The buttons of a group of the inbox: what sets it going again, Snooze and Seen.
import { Check, Moon, Play, RotateCcw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { InboxItem } from '../contract.ts'
import type { InboxGroup } from '../core/arrange.ts'
import { canBeSeen, mainActOf, markSeen, snooze, type MainAct } from './item-acts.ts'
import { useInboxPorts, type InboxPagePorts } from './ports.ts'
import { SnoozeMenu } from './snooze-menu.tsx'

export function MainActButton({ group, look }: { readonly group: InboxGroup; readonly look?: 'primary' }): ReactNode {
  const ports = useInboxPorts()
  const act = mainActOf(group)
  if (act === null) return null
  return (
    <Button
      {...(look === undefined ? {} : { look })}
      isSmall
      icon={act.kind === 'run' ? Play : RotateCcw}
      label={act.label}
      onClick={() => runMainAct(act, group.items, ports)}
    />
  )
}

function runMainAct({ kind }: MainAct, items: readonly InboxItem[], ports: InboxPagePorts): void {
  const chosen = items.filter(({ again }) => again === kind)
  if (kind === 'restart') return ports.restartSessions(chosen.map(({ subject }) => subject.id))
  for (const { subject, about } of chosen) {
    if (kind === 'retry') ports.retryRun(subject.id, about?.id ?? '')
    else ports.runStrand(subject.id)
  }
}

/** Snooze and Seen, at the end of what is opened. */
export function MarkButtons({ group }: { readonly group: InboxGroup }): ReactNode {
  const [isMenu, setMenu] = useState(false)
  return (
    <span className="push">
      <span className="snoozer">
        <Button
          isSmall
          look="quiet"
          icon={Moon}
          label="Snooze"
          keys="s"
          data-act="snooze"
          aria-haspopup="menu"
          aria-expanded={isMenu}
          onClick={() => setMenu(!isMenu)}
        />
        {isMenu ? (
          <SnoozeMenu
            onClose={() => setMenu(false)}
            onChoose={(until) => {
              setMenu(false)
              snooze(group, until)
            }}
          />
        ) : null}
      </span>
      {group.items.every(canBeSeen) ? (
        <Button isSmall look="quiet" icon={Check} label="Seen" keys="e" onClick={() => markSeen(group)} />
      ) : null}
    </span>
  )
}
