// What the activity does whichever page is shown: its button in the bar, and its drawer over the page.
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { activityOpen, toggleActivity } from './activity-state.ts'

const ActivityDrawer = lazyOverlay(() => import('./activity-drawer.tsx').then(({ ActivityDrawer }) => ActivityDrawer))

export function ActivityHost(): ReactNode {
  const isOpen = useIsOpen()
  return isOpen ? <ActivityDrawer /> : null
}

/** In the top bar. */
export function ActivityButton(): ReactNode {
  const isOpen = useIsOpen()
  return (
    <Button
      look="quiet"
      isSmall
      icon={Activity}
      aria-label="Activity"
      title="Activity"
      aria-expanded={isOpen}
      onClick={toggleActivity}
    />
  )
}

function useIsOpen(): boolean {
  const open = useValue(activityOpen)
  const [location] = useLocation()
  return open === location
}
