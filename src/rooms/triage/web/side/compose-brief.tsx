// Writes a brief: what changed, who says so, and words to find it by.
import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import type { BriefSource } from '../../contract.ts'
import { sourceOrder } from '../../core/lanes.ts'
import { addBrief } from '../data/actions.ts'
import { composeId } from './focus-compose.ts'

export function ComposeBrief(): ReactNode {
  const { fields, set, problem, submit, field } = useBrief()
  return (
    <form className="compose" onSubmit={submit} onKeyDown={submitByKey}>
      <textarea
        id={composeId}
        ref={field}
        className="field"
        rows={1}
        value={fields.body}
        placeholder="What changed?"
        aria-label="New brief"
        aria-invalid={problem !== null}
        aria-describedby={`${composeId}-error`}
        onChange={(event) => set({ body: event.target.value })}
      />
      <div className="row">
        <select
          className="field source"
          aria-label="Source"
          title="Who says so: a hint for the model how far to trust it"
          value={fields.source}
          onChange={(event) => set({ source: sourceOrder.find((each) => each === event.target.value) ?? 'other' })}
        >
          {sourceOrder.map((source) => (
            <option key={source} value={source}>
              {source}
            </option>
          ))}
        </select>
        <span className="field">
          <input
            value={fields.tags}
            placeholder="tags"
            aria-label="Tags"
            autoComplete="off"
            onChange={(event) => set({ tags: event.target.value })}
          />
        </span>
        <Button type="submit" label="Add" />
      </div>
      <FieldError id={`${composeId}-error`} reason={problem === null ? null : sentenceOf(problem)} />
    </form>
  )
}

type Fields = { readonly body: string; readonly source: BriefSource; readonly tags: string }

/** The source stays: notes of one sort come together. */
function useBrief() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [fields, setFields] = useState<Fields>({ body: '', source: 'other', tags: '' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  const send = async () => {
    setIsSending(true)
    const refusal = await addBrief({ ...fields, body: fields.body.trim(), tags: tagsOf(fields.tags) })
    setIsSending(false)
    setProblem(refusal)
    if (refusal !== null) return
    set({ body: '', tags: '' })
    field.current?.focus()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    if (fields.body.trim() === '') {
      setProblem(nothingSaid)
      field.current?.focus()
    } else void send()
  }
  return { fields, set, problem, submit, field }
}

const nothingSaid: Problem = {
  status: 400,
  error: 'invalid_request',
  reason: 'Say what changed.',
  hint: null,
  details: [],
  requestId: null,
}

/** `#ledger, audit` are two. */
function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,#]+/).filter((tag) => tag !== ''))]
}

function sentenceOf({ reason, details }: Problem): string {
  return [reason, ...details.map(({ field, reason: what }) => `${field} ${what}`)].join(' ')
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
