// Sums by one thing, the dearest first.
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { openPanel } from '#platform/web/shell/panel-url.ts'
import { Button } from '#platform/web/ui/button.tsx'
import '#platform/web/ui/table.css'
import type { BudgetStand, UsageGroup, UsageGroupRow } from '../contract.ts'
import { dollars, tokenWords, usedWords } from '../core/words.ts'
import { Share } from './share.tsx'

type Props = {
  readonly by: UsageGroup
  readonly rows: readonly UsageGroupRow[]
  readonly budgets: readonly BudgetStand[]
}

const shownAtFirst = 10
const titles = { day: 'Day', agent: 'Agent', session: 'Session', model: 'Model', device: 'Device' } as const

export function UsageTable({ by, rows, budgets }: Props): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  const most = Math.max(0, ...rows.map(({ cost_usd: cost }) => cost ?? 0))
  const sum = rows.reduce((all, { cost_usd: cost }) => all + (cost ?? 0), 0)
  if (rows.length === 0) return <p className="meta">Nothing was used in this time.</p>
  return (
    <>
      <div className="fuel-wide">
        <table className="table fuel-table">
          <thead>
            <tr>
              <th>{titles[by]}</th>
              {by === 'session' ? <th className="wide-cell">Agent</th> : null}
              <th className="num wide-cell">In</th>
              <th className="num wide-cell">From cache</th>
              <th className="num wide-cell">Out</th>
              <th className="num">Tokens</th>
              <th className="num">Cost</th>
              <th className="wide-cell">Share</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                <td>
                  <Name by={by} row={row} />
                  {by === 'session' ? <SessionMeta row={row} budgets={budgets} /> : null}
                </td>
                {by === 'session' ? <td className="soft wide-cell">{row.agent}</td> : null}
                <td className="num wide-cell">{tokenWords(row.input)}</td>
                <td className="num wide-cell">{tokenWords(row.cache_read)}</td>
                <td className="num wide-cell">{tokenWords(row.output)}</td>
                <td className="num">{tokenWords(row.tokens)}</td>
                <td className="num">
                  <Cost row={row} />
                </td>
                <td className="wide-cell">
                  {sum === 0 ? null : <Share part={most === 0 ? 0 : (row.cost_usd ?? 0) / sum} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === rows.length ? null : (
        <Button look="quiet" isSmall label={`Show ${rows.length - shown.length} more`} onClick={() => setWhole(true)} />
      )}
    </>
  )
}

function Name({ by, row: { id, label } }: { readonly by: UsageGroup; readonly row: UsageGroupRow }): ReactNode {
  if (by !== 'session' || id === '') return <span className={by === 'model' ? 'cut mono' : 'cut'}>{label}</span>
  return (
    <button type="button" className="fuel-name cut" onClick={() => openPanel('session', id)}>
      {label}
    </button>
  )
}

type MetaProps = { readonly row: UsageGroupRow; readonly budgets: readonly BudgetStand[] }

function SessionMeta({ row: { id, models }, budgets }: MetaProps): ReactNode {
  const own = budgets.find(({ session_id: session }) => session === id)
  return (
    <div className="meta cut">
      {models.join(', ')}
      {own === undefined ? '' : ` · ${usedWords(own)}`}
    </div>
  )
}

function Cost({ row }: { readonly row: UsageGroupRow }): ReactNode {
  const { cost_usd: cost, unpriced_tokens: unpriced } = row
  return (
    <>
      {cost === null ? 'price unknown' : dollars(cost)}
      {unpriced === 0 ? null : (
        <div className="meta">
          {cost === null ? null : `+ ${tokenWords(unpriced)} tokens, `}
          <Link href="/settings/general">set a price</Link>
        </div>
      )}
    </>
  )
}
