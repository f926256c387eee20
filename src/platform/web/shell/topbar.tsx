// The bar above every page, and the bar of tabs below it on a phone.
import { Ellipsis, Moon, Search } from 'lucide-react'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { openPalette } from '../commands/palette-state.ts'
import { switchTheme } from '../theme/theme.ts'
import { Button } from '../ui/button.tsx'
import { Brand } from './brand.tsx'
import { hrefOf, type Tab } from './tabs.ts'
import '../ui/pop.css'

type BarProps = { readonly tabs: readonly Tab[]; readonly end: ReactNode }

export function Topbar({ tabs, end }: BarProps): ReactNode {
  const current = useCurrentTab(tabs)
  return (
    <header className="topbar">
      <Link className="brand" href="/">
        <Brand />
        <span className="wide">Orrery</span>
        <span className="narrow">{current?.label ?? 'Orrery'}</span>
        <span className="sr">, to Orrery’s home</span>
      </Link>
      <nav className="tabs wide" aria-label="Main">
        {tabs.map((tab) => (
          <Link key={tab.id} href={hrefOf(tab)} aria-current={tab === current ? 'page' : undefined}>
            {tab.label}
          </Link>
        ))}
      </nav>
      <div className="end">
        {end}
        <Button className="wide" isSmall icon={Search} label="Search or run" keys="mod+k" onClick={openPalette} />
        <Button
          look="quiet"
          className="narrow"
          isSmall
          icon={Search}
          aria-label="Search or run"
          onClick={openPalette}
        />
        <Button look="quiet" isSmall icon={Moon} aria-label="Switch theme" onClick={switchTheme} />
      </div>
    </header>
  )
}

type TabbarProps = {
  readonly tabs: readonly Tab[]
  /** Drawn in the corner of a tab's icon. */
  readonly marks: Readonly<Record<string, ReactNode>>
}

/** Tabs that are seldom needed lie under 'More', so that the others keep their places under the thumb. */
export function Tabbar({ tabs, marks }: TabbarProps): ReactNode {
  const current = useCurrentTab(tabs)
  const rare = tabs.filter(({ isRare }) => isRare === true)
  return (
    <nav className="tabbar" aria-label="Main">
      {tabs
        .filter((tab) => !rare.includes(tab))
        .map((tab) => (
          <Link key={tab.id} href={hrefOf(tab)} aria-current={tab === current ? 'page' : undefined}>
            <tab.icon className="i" aria-hidden />
            {tab.label}
            {marks[tab.id]}
          </Link>
        ))}
      {rare.length === 0 ? null : <More tabs={rare} current={current} />}
    </nav>
  )
}

type MoreProps = { readonly tabs: readonly Tab[]; readonly current: Tab | undefined }

function More({ tabs, current }: MoreProps): ReactNode {
  const place = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => {
    if (place.current !== null) place.current.open = false
  }, [])
  useEffect(() => {
    // Anywhere else closes it, as a menu does.
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) !== true) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [close])
  return (
    <details
      ref={place}
      className={current !== undefined && tabs.includes(current) ? 'is-current' : undefined}
      onKeyDown={(event) => (event.key === 'Escape' ? close() : undefined)}
    >
      <summary>
        <Ellipsis className="i" aria-hidden />
        More
      </summary>
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

/** The tab whose address begins the present one; the longest wins, so that `/` is not everybody's. */
function useCurrentTab(tabs: readonly Tab[]): Tab | undefined {
  const [location] = useLocation()
  return tabs
    .filter((tab) => location === hrefOf(tab) || location.startsWith(`${hrefOf(tab)}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
