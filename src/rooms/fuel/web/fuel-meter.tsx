// The meter in the bar: what was used today, against the budget that is nearest to its limit.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { meterOf } from '../core/meter-words.ts'
import { stateDot } from './looks.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useFuel } from './use-fuel.ts'
import { Share } from './share.tsx'
import './fuel-meter.css'

export function FuelMeter(): ReactNode {
  const fuel = useFuel()
  if (fuel === null) return null
  const { text, part, state, title } = meterOf(fuel)
  const dot = stateDot[state]
  return (
    <Link className="btn quiet small fuel-meter wide" href="/fuel" aria-label={title} title={title}>
      {dot === null ? null : <Dot state={dot} isMute />}
      {part === null ? null : <Share part={part} state={state} isMarked />}
      {text}
    </Link>
  )
}
