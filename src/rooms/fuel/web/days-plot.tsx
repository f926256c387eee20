// What each day cost: bars by agent, with the limits of a day.
import { useMemo, type ReactNode } from 'react'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { Fuel, UsageGroupRow } from '../contract.ts'
import { plotOf, type DayBar, type DayPlot } from '../core/day-plot.ts'
import { costWords, dollars, tokenWords } from '../core/words.ts'

type Props = { readonly fuel: Fuel; readonly days: readonly UsageGroupRow[] }

export function DaysPlot({ fuel, days }: Props): ReactNode {
  const isNarrow = useNarrow()
  const count = isNarrow ? 14 : 30
  const plot = useMemo(
    () => plotOf({ days, to: fuel.day, count, budgets: fuel.budgets, describe }),
    [days, fuel.day, fuel.budgets, count],
  )
  return (
    <section>
      <div className="row fuel-keys">
        <h2>{plot.unit === 'usd' ? 'Cost a day' : 'Tokens a day'}</h2>
        {plot.agents.map((agent, each) => (
          <Key key={agent} tone={each === 0 ? 'one' : 'two'} label={agent} />
        ))}
        {plot.hasRest ? <Key tone="rest" label="others" /> : null}
        {plot.hasUnknown ? <Key tone="unknown" label="no price, height by tokens" /> : null}
      </div>
      <Picture plot={plot} today={fuel.day} isNarrow={isNarrow} />
    </section>
  )
}

function Key({ tone, label }: { readonly tone: string; readonly label: string }): ReactNode {
  return (
    <span className="fuel-key">
      <i data-tone={tone} />
      {label}
    </span>
  )
}

type PictureProps = { readonly plot: DayPlot; readonly today: string; readonly isNarrow: boolean }

const left = 44
const foot = 24

function Picture({ plot, today, isNarrow }: PictureProps): ReactNode {
  const [width, height] = isNarrow ? [358, 190] : [960, 208]
  const [top, bottom] = [22, height - foot]
  const y = (value: number): number => bottom - (value / plot.top) * (bottom - top)
  const slot = (width - left) / plot.bars.length
  const name = plot.bars.map(({ words }) => words).filter((words) => words !== '')
  return (
    <svg className="fuel-plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={nameOf(plot, name)}>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line className="axis" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {amountOf(plot, tick)}
          </text>
        </g>
      ))}
      {plot.bars.map((bar, each) => (
        <Bar
          key={bar.day}
          bar={bar}
          y={y}
          x={left + each * slot + slot * 0.13}
          width={slot * 0.74}
          isToday={bar.day === today}
        />
      ))}
      {plot.bars.map(({ day }, each) =>
        isLabelled(each, plot.bars.length) ? (
          <text
            key={day}
            x={Math.min(width, left + (each + 0.5) * slot)}
            y={height - 6}
            textAnchor={each === plot.bars.length - 1 ? 'end' : 'middle'}
          >
            {day === today ? 'today' : dayWords(day)}
          </text>
        ) : null,
      )}
      {plot.limits.map((limit) => (
        <g key={limit}>
          <line className="limit" x1={left} x2={width} y1={y(limit)} y2={y(limit)} />
          <text className="cap" x={left + 4} y={y(limit) - 4}>
            limit {amountOf(plot, limit)}
          </text>
          <line className="warn" x1={left} x2={width} y1={y(limit * 0.8)} y2={y(limit * 0.8)} />
          {y(limit * 0.8) - y(limit) < 14 ? null : (
            <text className="cap" x={left + 4} y={y(limit * 0.8) - 4}>
              80 %
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

type BarProps = {
  readonly bar: DayBar
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
  readonly isToday: boolean
}

function Bar({ bar, x, width, y, isToday }: BarProps): ReactNode {
  return (
    <g className={isToday ? 'today' : undefined}>
      <title>{bar.words === '' ? dayWords(bar.day) : bar.words}</title>
      {bar.parts.map(({ tone, from, to }) => (
        <rect key={tone} data-tone={tone} x={x} width={width} y={y(to)} height={Math.max(1, y(from) - y(to) - 1)} />
      ))}
    </g>
  )
}

/** The last, and each fifth before it. */
const isLabelled = (each: number, count: number): boolean => (count - 1 - each) % 5 === 0

function describe(row: UsageGroupRow | null, day: string): string {
  if (row === null || row.tokens === 0) return ''
  const unknown = row.unpriced_tokens > 0 ? `, ${tokenWords(row.unpriced_tokens)} tokens without a price` : ''
  return `${dayWords(day)}: ${costWords(row)}, ${tokenWords(row.tokens)} tokens${unknown}`
}

function nameOf({ bars, limits, unit }: DayPlot, told: readonly string[]): string {
  const limit =
    limits.length === 0 ? '' : `, the limit is ${limits.map((each) => amountOf({ unit }, each)).join(' and ')}`
  return `${unit === 'usd' ? 'Dollars' : 'Tokens'} a day for ${bars.length} days by agent${limit}. ${told.join('. ')}`
}

function amountOf({ unit }: Pick<DayPlot, 'unit'>, amount: number): string {
  if (unit === 'tokens') return tokenWords(amount)
  return Number.isInteger(amount) ? `$${amount}` : dollars(amount)
}

function dayWords(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
