// What the page takes from fuel, in fabric mode; all but its name is loaded later.
import { Fuel } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

const FuelPage = lazyPart(() => import('./fuel-page.tsx').then(({ FuelPage }) => FuelPage))
const FuelMeter = lazyPart(() => import('./fuel-meter.tsx').then(({ FuelMeter }) => FuelMeter), null)

/** What agents used, and budgets. */
export const fuelRoom: PageRoom = {
  name: 'fuel',
  tabs: [
    { id: 'fuel', label: 'Fuel', path: '/fuel', icon: Fuel, modes: ['fabric'], key: 'u', isRare: true, Page: FuelPage },
  ],
  InBar: FuelMeter,
}
