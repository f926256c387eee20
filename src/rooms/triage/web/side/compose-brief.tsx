// Writes a brief: what changed, who says so, and words to find it by.
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { useFormDraft } from '#platform/web/drafts/use-draft.ts'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Dictated } from '#platform/web/voice/dictate.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { refusedHere, sayProblem } from '#platform/web/ui/sending.ts'
import { sourceOrder } from '../../core/lanes.ts'
import { addBrief } from '../data/actions.ts'
import { briefDraftKey } from '../data/unsent-brief.ts'
import { blankBrief, briefFrom } from './brief-draft.ts'
import { composeId, focusCompose } from './focus-compose.ts'
import { sharedParameters, sharedText, withShared } from './shared-text.ts'

export function ComposeBrief(): ReactNode {
  const { fields, set, sending, submit, field } = useBrief()
  const { problem, isSending } = sending
  return (
    <Form className="compose" sending={sending} onSubmit={submit}>
      <Dictated field={field} into="new brief">
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
      </Dictated>
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
        <Button type="submit" label="Add" keys="mod+Enter" aria-disabled={isSending} />
      </div>
      <FieldError id={`${composeId}-error`} reason={problem === null ? null : sayProblem(problem)} />
    </Form>
  )
}

/** The source stays: notes of one sort come together. */
function useBrief() {
  const field = useRef<HTMLTextAreaElement>(null)
  const { fields, set } = useFormDraft(briefDraftKey, blankBrief)
  const [sending, sender] = useSending()
  const shared = sharedText(useSearch())
  useEffect(() => {
    if (shared === '') return
    // Nothing is sent by an address: whoever shared it reads it here, and presses Add.
    set({ body: withShared(fields.body, shared) })
    setParameters(Object.fromEntries(sharedParameters.map((name) => [name, ''])))
    focusCompose()
  }, [shared, fields.body, set])
  const send = async () => {
    if (!(await sender.send(() => addBrief(briefFrom(fields))))) return
    set({ body: '', tags: '' })
    field.current?.focus()
  }
  const submit = () => {
    if (fields.body.trim() !== '') return void send()
    sender.refuse(nothingSaid)
  }
  return { fields, set, sending, submit, field }
}

const nothingSaid = refusedHere('Say what changed.')
