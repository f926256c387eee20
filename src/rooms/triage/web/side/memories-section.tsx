// What every run is told again: durable notes, few and short.
import { Pencil, X } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
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
  const [body, setBody] = useState(memory?.body ?? '')
  const [problem, setProblem] = useState<Problem | null>(null)
  const save = async () => {
    const text = body.trim()
    if (text === '' || text === memory?.body) return onDone()
    const refusal = await saveMemory(text, memory?.id ?? null)
    if (refusal === null) onDone()
    else setProblem(refusal)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <div className="compose memory-field">
      <textarea
        className="field"
        rows={2}
        autoFocus
        aria-label={name}
        aria-describedby="memory-error"
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="row">
        <Button look="quiet" isSmall className="push" label="Cancel" onClick={onDone} />
        <Button isSmall label="Save" onClick={() => void save()} />
      </span>
      <FieldError id="memory-error" reason={problem?.reason ?? null} />
    </div>
  )
}
