// The bar above every page, and the bar of tabs below it on a phone.
import { ChevronDown, Ellipsis, Moon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { openPalette } from '../commands/palette-state.ts'
import { switchTheme } from '../theme/theme.ts'
import { Button } from '../ui/button.tsx'
import { Brand } from './brand.tsx'
import { MoreTabs } from './more-tabs.tsx'
import { hrefOf, type Tab } from './tabs.ts'
import { useTabsThatFit } from './use-tabs-that-fit.ts'

const isListed = ({ isUnlisted }: Tab): boolean => isUnlisted !== true

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
      <BarTabs tabs={tabs.filter(isListed)} current={current} />
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
        <Button
          look="quiet"
          className="theme-switch"
          isSmall
          icon={Moon}
          aria-label="Switch theme"
          onClick={switchTheme}
        />
      </div>
    </header>
  )
}

type BarTabsProps = { readonly tabs: readonly Tab[]; readonly current: Tab | undefined }

/** Those that the bar has no room for wait under 'More': the rare ones first, the present one never. */
function BarTabs({ tabs, current }: BarTabsProps): ReactNode {
  const { measure, fits } = useTabsThatFit(tabs, current)
  const beyond = tabs.filter((tab) => !fits(tab))
  return (
    <nav ref={measure} className="tabs wide" aria-label="Main">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={hrefOf(tab)}
          className={fits(tab) ? undefined : 'beyond'}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
      <MoreTabs tabs={beyond} current={current} className={beyond.length === 0 ? 'beyond' : undefined}>
        More
        <ChevronDown className="i" aria-hidden />
      </MoreTabs>
    </nav>
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
        .filter((tab) => isListed(tab) && !rare.includes(tab))
        .map((tab) => (
          <Link key={tab.id} href={hrefOf(tab)} aria-current={tab === current ? 'page' : undefined}>
            <tab.icon className="i" aria-hidden />
            {tab.label}
            {marks[tab.id]}
          </Link>
        ))}
      {rare.length === 0 ? null : (
        <MoreTabs tabs={rare} current={current}>
          <Ellipsis className="i" aria-hidden />
          More
        </MoreTabs>
      )}
    </nav>
  )
}

/** The tab whose address begins the present one; the longest wins, so that `/` is not everybody's. */
function useCurrentTab(tabs: readonly Tab[]): Tab | undefined {
  const [location] = useLocation()
  return tabs
    .filter((tab) => location === hrefOf(tab) || location.startsWith(`${hrefOf(tab)}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
