// The menu of a card, loaded with the first one that is opened.
import { lazy, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { cardMenu } from './card-menu-state.ts'

const Menu = lazy(() => import('./card-menu.tsx').then(({ CardMenu }) => ({ default: CardMenu })))

export function CardMenu(): ReactNode {
  const menu = useValue(cardMenu)
  return <LazyHost>{menu === null ? null : <Menu cardKey={menu.key} anchor={menu.anchor} />}</LazyHost>
}
