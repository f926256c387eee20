// What every run is told again: durable notes, few and short.
import { Pencil, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { drafts, useDraft } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere, sayProblem } from '#platform/web/ui/sending.ts'
import type { Memory } from '../../contract.ts'
import { removeMemory, saveMemory } from '../data/actions.ts'
import { useResource } from '../data/resource.ts'
import { memoriesData } from '../data/triage-data.ts'

export function MemoriesSection(): ReactNode {
  const query = useResource(memoriesData)
  const [isAdding, setIsAdding] = useState(false)
  const memories = query.kind === 'ready' ? query.value.memories : []
  return (
    <section aria-label="Memories">
      <h2>
        Memories <span className="meta">told to every run</span>
        <Button
          look="quiet"
          isSmall
          className="push"
          label="Add"
          aria-label="Add a memory"
          onClick={() => setIsAdding(true)}
        />
      </h2>
      {isAdding ? <MemoryField name="New memory" onDone={() => setIsAdding(false)} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={memoriesData.refresh} /> : null}
      {query.kind === 'ready' && memories.length === 0 && !isAdding ? (
        <p className="meta">What stays true for long: who comes first, what can wait, what a word means here.</p>
      ) : null}
      <ul>
        {memories.map((memory) => (
          <MemoryItem key={memory.id} memory={memory} />
        ))}
      </ul>
    </section>
  )
}

function MemoryItem({ memory }: { readonly memory: Memory }): ReactNode {
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) {
    return (
      <li className="memory">
        <MemoryField name="Memory" memory={memory} onDone={() => setIsEditing(false)} />
      </li>
    )
  }
  return (
    <li className="memory">
      <p>{memory.body}</p>
      <span className="row">
        <Button
          look="quiet"
          isSmall
          icon={Pencil}
          aria-label={`Change memory: ${memory.body.slice(0, nameRoom)}`}
          onClick={() => setIsEditing(true)}
        />
        <Button
          look="quiet"
          isSmall
          icon={X}
          aria-label={`Remove memory: ${memory.body.slice(0, nameRoom)}`}
          onClick={() => void removeMemory(memory)}
        />
      </span>
    </li>
  )
}

/** Enough of a memory to tell it from others. */
const nameRoom = 60

type FieldProps = { readonly name: string; readonly memory?: Memory; readonly onDone: () => void }

function MemoryField({ name, memory, onDone }: FieldProps): ReactNode {
  const errorId = useId()
  const key = `memory:${memory?.id ?? 'new'}`
  const body = useDraft(key)?.text ?? memory?.body ?? ''
  const [sending, sender] = useSending()
  const { problem, isSending } = sending
  const leave = () => {
    drafts.drop(key)
    onDone()
  }
  const save = async (text: string) => {
    if (text === memory?.body || (await sender.send(() => saveMemory(text, memory?.id ?? null)))) leave()
  }
  const submit = () => {
    const text = body.trim()
    if (text === '') sender.refuse(memory === undefined ? nothingSaid : nothingLeft)
    else void save(text)
  }
  return (
    <Form className="compose memory-field" sending={sending} onSubmit={submit} onKeyDown={keysOf(onDone)}>
      <textarea
        className="field"
        rows={2}
        autoFocus
        aria-label={name}
        aria-invalid={problem !== null}
        aria-describedby={errorId}
        value={body}
        onChange={(event) => {
          drafts.keep(key, event.target.value, memory?.body ?? '')
          sender.refuse(null)
        }}
      />
      <span className="row">
        <Button look="quiet" isSmall className="push" label="Cancel" onClick={leave} />
        <Button type="submit" isSmall label={isSending ? 'Saving…' : 'Save'} aria-disabled={isSending} />
      </span>
      <FieldError id={errorId} reason={problem === null ? null : sayProblem(problem)} />
    </Form>
  )
}

const nothingSaid = refusedHere('Say what every run is to be told.')
const nothingLeft = refusedHere('A memory needs words. Cancel, and remove it if no run should be told of it.')

/** A memory is a line or two: Enter saves it. Escape closes the field and keeps what was written. */
function keysOf(onClose: () => void) {
  return (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.target instanceof HTMLTextAreaElement && isPlainEnter(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }
}

/** Not the Enter that ends a word of an input method, and none that the form has taken. */
function isPlainEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !event.isDefaultPrevented()
}
