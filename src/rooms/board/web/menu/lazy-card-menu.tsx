// The menu of a card, loaded with the first one that is opened.
import type { ReactNode } from 'react'
import { loadActions } from '#platform/web/actions/late-actions.ts'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { cardMenu } from './card-menu-state.ts'

const Menu = lazyOverlay(async () => {
  const [{ CardMenu }] = await Promise.all([import('./card-menu.tsx'), loadActions()])
  return CardMenu
})

export function CardMenu(): ReactNode {
  const menu = useValue(cardMenu)
  return menu === null ? null : <Menu cardKey={menu.key} anchor={menu.anchor} />
}
