// What is recorded of a task, each changed in place.
import { useId, useState, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { TaskCard } from '../../contract.ts'
import { changeTask } from '../actions.ts'
import { priorityChoices, statusChoices, typeChoices } from '../field-choices.ts'
import { ChoiceField } from '../fields.tsx'
import '../new/new-task.css'
import { ParentPicker } from '../parent-picker.tsx'
import type { SetOnTasks } from '../say-change.ts'

export function TaskFacts({ task }: { readonly task: TaskCard }): ReactNode {
  const change = (fields: SetOnTasks) => void changeTask(task, fields, 'Not changed')
  return (
    <section>
      <h3>Metadata</h3>
      <div className="task-fields">
        <ChoiceField
          label="Status"
          value={task.status}
          choices={statusChoices}
          onPick={(status) => void changeTask(task, { status }, 'Not moved')}
        />
        <ChoiceField
          label="Priority"
          value={task.priority}
          choices={priorityChoices}
          onPick={(priority) => change({ priority })}
        />
        <ChoiceField label="Type" value={task.type} choices={typeChoices} onPick={(type) => change({ type })} />
        <ParentPicker label="In" value={task.parent} type={task.type} onPick={(parent) => change({ parent })} />
        <TextFact label="Project" value={task.project} onSave={(project) => change({ project })} />
        <TextFact label="Repository" value={task.source_repo} onSave={(repo) => change({ source_repo: repo })} />
      </div>
      <dl className="facts">
        {task.source_url === null ? null : (
          <>
            <dt>Source</dt>
            <dd>
              <a href={task.source_url} target="_blank" rel="noreferrer noopener">
                {task.source_url}
              </a>
            </dd>
          </>
        )}
        <Moment term="Created" at={task.created_at} />
        <Moment term="Changed" at={task.updated_at} />
        <Moment term="Done" at={task.done_at} />
        {task.current_score === null ? null : (
          <>
            <dt>Score</dt>
            <dd>{task.current_score.toFixed(1)}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

function Moment({ term, at }: { readonly term: string; readonly at: string | null }): ReactNode {
  if (at === null) return null
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <RelativeTime since={at} />
      </dd>
    </>
  )
}

type TextProps = {
  readonly label: string
  readonly value: string | null
  readonly onSave: (value: string | null) => void
}

function TextFact({ label, value, onSave }: TextProps): ReactNode {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const save = () => {
    const text = draft?.trim()
    setDraft(null)
    if (text !== undefined && text !== (value ?? '')) onSave(text === '' ? null : text)
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="field">
        <input
          id={id}
          value={draft ?? value ?? ''}
          placeholder="none"
          autoComplete="off"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </span>
    </div>
  )
}
