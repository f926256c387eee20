// What of fuel a component shows.
import { useEffect } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import type { Fuel } from '../contract.ts'
import { followFuel, fuelNow } from './fuel-now.ts'

/** Null before the first answer. */
export function useFuel(): Fuel | null {
  useEffect(followFuel, [])
  return useValue(fuelNow)
}
