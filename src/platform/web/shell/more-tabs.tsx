// The tabs that stand in no bar, under its last entry.
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { hrefOf, type Tab } from './tabs.ts'
import '../ui/pop.css'

type Props = {
  readonly tabs: readonly Tab[]
  readonly current: Tab | undefined
  readonly className?: string | undefined
  /** What opens them. */
  readonly children: ReactNode
}

export function MoreTabs({ tabs, current, className = '', children }: Props): ReactNode {
  const place = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => {
    if (place.current !== null) place.current.open = false
  }, [])
  useEffect(() => {
    // Anywhere else closes it, as a menu does: a press or the focus.
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) !== true) close()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [close])
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (key !== 'Escape' || !currentTarget.open) return
    close()
    // Else the focus would be on a link that is no longer drawn.
    currentTarget.querySelector('summary')?.focus()
  }
  const isCurrent = current !== undefined && tabs.includes(current)
  return (
    <details ref={place} className={isCurrent ? `is-current ${className}` : className} onKeyDown={onKeyDown}>
      <summary>{children}</summary>
      <div className="pop menu">
        {tabs.map((tab) => (
          <Link key={tab.id} href={hrefOf(tab)} aria-current={tab === current ? 'page' : undefined} onClick={close}>
            <tab.icon className="i" aria-hidden />
            {tab.label}
          </Link>
        ))}
      </div>
    </details>
  )
}
