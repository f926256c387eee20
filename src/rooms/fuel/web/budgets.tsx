// Budgets beside what was used: how they stand, and how they are set, raised and taken out.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { Budget, BudgetStand, Fuel } from '../contract.ts'
import { actWords, amountWords, percentOf, tokenWords, usedWords } from '../core/words.ts'
import { raiseBudget, removeBudget } from './budget-acts.ts'
import { stateDot, stateWords } from './looks.ts'
import { Share } from './share.tsx'

const BudgetDialog = lazyOverlay(() => import('./budget-dialog.tsx').then(({ BudgetDialog }) => BudgetDialog))

export function Budgets({ fuel }: { readonly fuel: Fuel }): ReactNode {
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  const close = (): void => setEdited(null)
  return (
    <aside className="fuel-budgets">
      <section>
        <h2>
          Budgets
          <span className="push" />
          <Button isSmall icon={Plus} label="Add" onClick={() => setEdited('new')} />
        </h2>
        {fuel.budgets.length === 0 ? (
          <p className="meta">None: nothing warns, and nothing is held back.</p>
        ) : (
          fuel.budgets.map((stand) => (
            <Stand key={stand.budget.id} stand={stand} onEdit={() => setEdited(stand.budget)} />
          ))
        )}
      </section>
      <section>
        <h2>On the command line</h2>
        <CommandLine text="orrery fuel budgets" name="the command" />
        <p className="meta">
          Prices as of {fuel.prices_of}; yours are over them. Days are those of {fuel.time_zone}.
        </p>
        {fuel.unpriced_models.length === 0 ? null : (
          <p className="meta">Without a price: {fuel.unpriced_models.join(', ')}.</p>
        )}
      </section>
      {edited === null ? null : <BudgetDialog budget={edited === 'new' ? null : edited} onClose={close} />}
    </aside>
  )
}

type StandProps = { readonly stand: BudgetStand; readonly onEdit: () => void }

function Stand({ stand, onEdit }: StandProps): ReactNode {
  const { budget, name, used, state, unpriced_tokens: unpriced } = stand
  const dot = stateDot[state]
  const raised = raisedLimit(budget, used)
  return (
    <div className="fuel-budget">
      <Dot state={dot ?? 'idle'} isMute />
      <b className="cut">
        {name}
        <span className="sr">, {stateWords[state]}</span>
      </b>
      <span className="sum">{usedWords(stand)}</span>
      <Share part={percentOf(stand) / 100} state={state} isMarked />
      <span className="meta">
        {actWords(budget)}
        {unpriced === 0 ? '' : `; plus ${tokenWords(unpriced)} tokens without a price`}
      </span>
      <span className="row fuel-acts">
        {state === 'over' ? (
          <Button
            isSmall
            label={`Raise to ${amountWords(raised, budget.unit)}`}
            onClick={() => void raiseBudget(budget, raised)}
          />
        ) : null}
        <Button look="quiet" isSmall icon={Pencil} aria-label={`Change ${name}`} title="Change" onClick={onEdit} />
        <Button
          look="quiet"
          isSmall
          icon={Trash2}
          aria-label={`Take out ${name}`}
          title="Take out"
          onClick={() => void removeBudget(budget)}
        />
      </span>
    </div>
  )
}

/** A quarter more than what was used, in two digits. */
function raisedLimit({ limit, unit }: Budget, used: number): number {
  const wanted = Math.max(limit, used) * 1.25
  const step = 10 ** Math.max(unit === 'tokens' ? 0 : -2, Math.floor(Math.log10(wanted)) - 1)
  return Number((Math.ceil(wanted / step) * step).toFixed(2))
}
