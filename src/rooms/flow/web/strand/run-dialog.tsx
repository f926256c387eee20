// Asks for the input of a run, as the strand's schema describes it.
import { useRef, useState, type ReactNode } from 'react'
import type { Json } from '#base/json.ts'
import { useFormDraft } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { Run, Strand } from '../../contract.ts'
import { startRun } from '../actions.ts'
import { plainName } from '../strand-words.ts'
import { InputControl } from './input-control.tsx'
import { fieldsOf, fill, problemsOf, typedAtFirst, typedLike, type Problems, type Typed } from './input-fields.ts'
import './run-dialog.css'

type Props = {
  readonly strand: Strand
  /** The run whose input the form begins with; null: with the strand's own defaults. */
  readonly like: Run | null
  readonly onClose: () => void
}

export function RunDialog({ strand, like, onClose }: Props): ReactNode {
  const form = useRunForm(strand, like)
  const { sending } = form
  const first = useRef<HTMLElement>(null)
  const name = plainName(strand)
  return (
    <Dialog
      title={like === null ? `Run ${name}` : `Run ${name} again with…`}
      className="run-dialog"
      initialFocus={first}
      onClose={onClose}
    >
      <Form sending={sending} onSubmit={form.submit}>
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
          {sending.problem === null || Object.keys(form.problems).length > 0 ? null : (
            <ProblemView problem={sending.problem} />
          )}
        </div>
        <FormFoot
          sending={sending}
          words={{ send: like === null ? 'Run' : 'Run again', pending: 'Starting…' }}
          onCancel={onClose}
        >
          {form.isWritten ? <Button look="quiet" label="Start over" onClick={form.startOver} /> : null}
        </FormFoot>
      </Form>
    </Dialog>
  )
}

/** What was filled in stays in this browser until the run has begun. */
function useRunForm(strand: Strand, like: Run | null) {
  const [fields] = useState(() => fieldsOf(strand.input_schema ?? {}))
  const [blank] = useState(() => (like === null ? typedAtFirst(fields) : typedLike(fields, like.input)))
  const key = like === null ? `strand:${strand.id}:input` : `run:${like.run_id}:again`
  const { fields: typed, set, drop } = useFormDraft<Typed>(key, blank)
  const [problems, setProblems] = useState<Problems>({})
  const [sending, sender] = useSending()
  const type = (name: string, text: string) => {
    set({ [name]: text })
    if (name in problems) setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)))
  }
  const send = async (input: Json) => {
    const isTaken = await sender.send(async () => {
      const problem = await startRun(strand.id, input)
      setProblems(problem === null ? {} : problemsOf(fields, problem.details))
      return problem
    })
    if (isTaken) drop()
  }
  const submit = () => {
    const filled = fill(fields, typed)
    setProblems(filled.ok ? {} : filled.problems)
    if (filled.ok) void send(filled.input)
  }
  const isWritten = fields.some(({ key: name }) => typed[name] !== blank[name])
  return { fields, typed, problems, sending, type, submit, isWritten, startOver: drop }
}

function firstControl(body: Element | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('input, select, textarea, button') ?? null
}
