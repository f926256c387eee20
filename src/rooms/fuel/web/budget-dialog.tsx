// Sets a budget, or changes one.
import { useState, type ReactNode } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { LabelledField, TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere } from '#platform/web/ui/sending.ts'
import '#platform/web/ui/choice.css'
import type { Budget } from '../contract.ts'
import { readAmount } from '../core/read-amount.ts'
import { saveBudget } from './budget-acts.ts'

type Props = { readonly budget: Budget | null; readonly onClose: () => void }

export function BudgetDialog({ budget, onClose }: Props): ReactNode {
  return (
    <Dialog title={budget === null ? 'Add a budget' : 'Change the budget'} onClose={onClose}>
      <BudgetForm budget={budget} onClose={onClose} />
    </Dialog>
  )
}

const words = { send: 'Save', pending: 'Saving…' }
const pers = [
  ['day', 'A day'],
  ['session', 'Each session'],
] as const
const units = [
  ['usd', 'Dollars'],
  ['tokens', 'Tokens'],
] as const
const acts = [
  ['warn', 'Tell me'],
  ['hold', 'Hold new starts'],
  ['stop', 'Stop what runs'],
] as const

function BudgetForm({ budget, onClose }: Props): ReactNode {
  const [sending, sender] = useSending()
  const [per, setPer] = useState(budget?.per ?? 'day')
  const [unit, setUnit] = useState(budget?.unit ?? 'usd')
  const [limit, setLimit] = useState(budget === null ? '' : String(budget.limit))
  const [agent, setAgent] = useState(budget?.agent ?? '')
  const [act, setAct] = useState(budget?.at_limit ?? 'hold')
  const save = async (): Promise<void> => {
    const isDone = await sender.send(() => {
      const amount = readAmount(limit)
      if (amount === null) return Promise.resolve(noLimit)
      const of = { agent: agent.trim() === '' ? null : agent.trim(), session_id: budget?.session_id ?? null }
      const plain = { per, unit, limit: amount, at_limit: act, ...of }
      return saveBudget(budget === null ? plain : { ...plain, id: budget.id })
    })
    if (isDone) onClose()
  }
  const { problem } = sending
  const about = (field: string): string | null =>
    problem?.details.find((each) => each.field.endsWith(field))?.reason ?? null
  return (
    <Form sending={sending} onSubmit={() => void save()}>
      <div className="dialog-body">
        {budget?.session_id == null ? <Choice label="Of" all={pers} value={per} onChange={setPer} /> : null}
        <TextField
          kind="name"
          label="Limit"
          note={unit === 'usd' ? 'in dollars, as 55' : 'in tokens, as 500k or 3M'}
          value={limit}
          problem={about('limit')}
          onChange={setLimit}
        />
        <Choice label="In" all={units} value={unit} onChange={setUnit} />
        <Choice label="At the limit" all={acts} value={act} onChange={setAct} />
        <TextField
          kind="code"
          label="Agent type"
          note="all of them when it is empty"
          placeholder="code-agent"
          value={agent}
          problem={about('agent')}
          onChange={setAgent}
        />
        <p className="meta">You are told at 80 %, too.</p>
        {problem === null || problem.details.length > 0 ? null : <ProblemView problem={problem} />}
      </div>
      <FormFoot sending={sending} words={words} onCancel={onClose} />
    </Form>
  )
}

const noLimit = refusedHere('Not saved.', [{ field: 'limit', reason: 'must be a number above 0, as 55, 500k or 3M' }])

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly all: readonly (readonly [T, string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, all, value, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <LabelledField label={label} problem={null}>
      {({ id }) => (
        <span className="choice" role="group" aria-label={label} id={id}>
          {all.map(([one, name]) => (
            <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
              {name}
            </button>
          ))}
        </span>
      )}
    </LabelledField>
  )
}
