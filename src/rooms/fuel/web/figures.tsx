// Sums at a glance.
import type { ReactNode } from 'react'
import type { Fuel, Sums } from '../contract.ts'
import { costWords, dollars, tokenWords } from '../core/words.ts'

export function Figures({ fuel }: { readonly fuel: Fuel }): ReactNode {
  const { today, week, month, budgets } = fuel
  const ofDay = budgets.find(({ budget }) => budget.per === 'day' && budget.agent === null && budget.unit === 'usd')
  const limit = ofDay === undefined ? '' : `of ${dollars(ofDay.budget.limit)}, `
  return (
    <dl className="fuel-figures">
      <Figure name="Today" value={costWords(today)} note={`${limit}resets at ${timeOf(fuel)}`} />
      <Figure name="7 days" value={costWords(week)} note={`${tokenWords(week.tokens)} tokens`} />
      <Figure name="30 days" value={costWords(month)} note={`${tokenWords(month.tokens)} tokens`} />
      <Figure name="Tokens today" value={tokenWords(today.tokens)} note={`${cachedPercent(today)} % from cache`} />
      <Figure name="Not in the sums" value={tokenWords(month.unpriced_tokens)} note="tokens without a price" />
    </dl>
  )
}

type FigureProps = { readonly name: string; readonly value: string; readonly note: string }

function Figure({ name, value, note }: FigureProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b> <span className="dim">{note}</span>
      </dd>
    </div>
  )
}

function cachedPercent({ cache_read: cached, tokens }: Sums): number {
  return tokens === 0 ? 0 : Math.round((cached / tokens) * 100)
}

/** Of the person who looks, who may be elsewhere. */
function timeOf({ resets_at: at }: Fuel): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
