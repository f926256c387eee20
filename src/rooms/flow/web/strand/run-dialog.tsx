// Asks for the input of a run, as the strand's schema describes it.
import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import type { Json } from '#base/json.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { Strand } from '../../contract.ts'
import { startRun } from '../actions.ts'
import { plainName } from '../strand-words.ts'
import { InputControl } from './input-control.tsx'
import { fieldsOf, fill, problemsOf, typedAtFirst, type Problems } from './input-fields.ts'
import './run-dialog.css'

type Props = { readonly strand: Strand; readonly onClose: () => void }

export function RunDialog({ strand, onClose }: Props): ReactNode {
  const form = useRunForm(strand)
  const first = useRef<HTMLElement>(null)
  return (
    <Dialog title={`Run ${plainName(strand)}`} className="run-dialog" initialFocus={first} onClose={onClose}>
      <form onSubmit={form.submit} onKeyDown={submitByKey} noValidate>
        <div className="dialog-body" ref={(body) => void (first.current = firstControl(body))}>
          {form.fields.map((field) => (
            <InputControl
              key={field.key}
              field={field}
              typed={form.typed[field.key] ?? ''}
              problem={form.problems[field.key] ?? null}
              onType={(text) => form.type(field.key, text)}
            />
          ))}
          {form.refusal === null ? null : <ProblemView problem={form.refusal} />}
        </div>
        <footer>
          <span className="push" />
          <Button look="quiet" label="Cancel" onClick={onClose} />
          <Button
            look="primary"
            type="submit"
            label={form.isSending ? 'Starting…' : 'Run'}
            keys="mod+Enter"
            aria-disabled={form.isSending}
          />
        </footer>
      </form>
    </Dialog>
  )
}

function useRunForm(strand: Strand) {
  const [fields] = useState(() => fieldsOf(strand.input_schema ?? {}))
  const [typed, setTyped] = useState(() => typedAtFirst(fields))
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const type = (key: string, text: string) => {
    setTyped({ ...typed, [key]: text })
    if (key in problems) setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => name !== key)))
  }
  const send = async (input: Json) => {
    setIsSending(true)
    const problem = await startRun(strand.id, input)
    setIsSending(false)
    const found = problem === null ? {} : problemsOf(fields, problem.details)
    setProblems(found)
    setRefusal(Object.keys(found).length > 0 ? null : problem)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const filled = fill(fields, typed)
    setProblems(filled.ok ? {} : filled.problems)
    if (!filled.ok) return focusFirst(event.currentTarget)
    void send(filled.input)
  }
  return { fields, typed, problems, refusal, isSending, type, submit }
}

function firstControl(body: Element | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('input, select, textarea, button') ?? null
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The page marks the fields in the next paint; the first of them gets the focus. */
function focusFirst(form: EventTarget & Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
