// What a bar of the strip stands for, beside it, with the button that shows its time alone.
import type { ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { DensityStep } from '../contract.ts'
import type { CursorTold } from '../core/density-cursor.ts'
import type { Share } from '../core/density-picture.ts'

type Props = {
  readonly step: DensityStep
  readonly told: CursorTold
  readonly share: Share
  readonly onChoose: () => void
}

export function BarTold({ step, told, share: { from, to }, onChoose }: Props): ReactNode {
  const middle = (from + to) / 2
  return (
    // It ends where the strip ends: so far to the left of the bar as the bar is into the strip.
    <div className="bar-told" style={{ left: `${middle * 100}%`, translate: `${middle * -100}%` }}>
      <span>{barWords(step, told)}</span>
      <Button isSmall label="Only this time" onClick={onChoose} />
    </div>
  )
}

/** `10:10 to 10:20: 12 rows, 1 failed or refused`. */
export function barWords(step: DensityStep, { fromMs, toMs, rows, failures }: CursorTold): string {
  const isToday = new Date(fromMs).toDateString() === new Date().toDateString()
  const isOneDay = new Date(fromMs).toDateString() === new Date(toMs - 1).toDateString()
  const begin = (isToday && step !== 'day' ? clock : moment).format(fromMs)
  const end = (isOneDay ? clock : moment).format(toMs)
  const bad = failures === 0 ? '' : `, ${formatCount(failures)} failed or refused`
  return `${begin} to ${end}: ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}${bad}`
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clock = new Intl.DateTimeFormat(undefined, time)
const moment = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...time })
