// A new task: its title is enough, the rest has defaults.
import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import type { CreateTask, TaskPriority, TaskStatus, TaskType } from '../../contract.ts'
import { holds } from '../../core/hierarchy.ts'
import { createTask } from '../actions.ts'
import { ChoiceField, priorityChoices, statusChoices, typeChoices } from '../fields.tsx'
import { closeNewTask, type NewTaskStart } from '../new-task-state.ts'
import { ParentPicker } from '../parent-picker.tsx'
import { tasks } from '../task-store.ts'
import { openTask } from '../task-url.ts'
import './new-task.css'

type Fields = {
  readonly title: string
  readonly type: TaskType
  readonly priority: TaskPriority
  readonly status: TaskStatus
  readonly parent: string | null
  readonly project: string
  readonly description: string
}

export function NewTaskDialog({ start }: { readonly start: NewTaskStart }): ReactNode {
  const title = useRef<HTMLInputElement>(null)
  return (
    <Dialog title="New task" className="new-task" onClose={closeNewTask} initialFocus={title}>
      <NewTaskForm start={start} titleRef={title} />
    </Dialog>
  )
}

type FormProps = { readonly start: NewTaskStart; readonly titleRef: React.RefObject<HTMLInputElement | null> }

function NewTaskForm({ start, titleRef }: FormProps): ReactNode {
  const { fields, set, problem, submit, isSending } = useNewTask(start)
  const titleProblem = problem?.details.find(({ field }) => field === 'title')?.reason ?? null
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <div className="dialog-body">
        <TitleField
          value={fields.title}
          problem={titleProblem}
          inputRef={titleRef}
          onChange={(title) => set({ title })}
        />
        <Choices fields={fields} set={set} />
        <div className="two">
          <ParentPicker
            label="In"
            value={fields.parent}
            type={fields.type}
            onPick={(parent) => set({ parent, ...projectOf(parent, fields.project) })}
          />
          <Project value={fields.project} onChange={(project) => set({ project })} />
        </div>
        <label className="label" htmlFor="new-task-description">
          Description <span className="meta">Markdown</span>
        </label>
        <textarea
          id="new-task-description"
          className="field"
          rows={4}
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        {problem === null || titleProblem !== null ? null : <ProblemView problem={problem} />}
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Cancel" onClick={closeNewTask} />
        <Button look="primary" type="submit" label="Create" keys="mod+Enter" aria-disabled={isSending} />
      </footer>
    </form>
  )
}

type TitleProps = {
  readonly value: string
  readonly problem: string | null
  readonly inputRef: FormProps['titleRef']
  readonly onChange: (title: string) => void
}

function TitleField({ value, problem, inputRef, onChange }: TitleProps): ReactNode {
  return (
    <div className={problem === null ? undefined : 'bad'}>
      <label className="label" htmlFor="new-task-title">
        Title
      </label>
      <span className="field">
        <input
          ref={inputRef}
          id="new-task-title"
          value={value}
          placeholder="What should be done"
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby="new-task-title-error"
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <FieldError id="new-task-title-error" reason={problem} />
    </div>
  )
}

type ChoicesProps = { readonly fields: Fields; readonly set: (change: Partial<Fields>) => void }

function Choices({ fields, set }: ChoicesProps): ReactNode {
  return (
    <div className="three">
      <ChoiceField label="Type" value={fields.type} choices={typeChoices} onPick={(type) => set({ type })} />
      <ChoiceField
        label="Priority"
        value={fields.priority}
        choices={priorityChoices}
        onPick={(priority) => set({ priority })}
      />
      <ChoiceField label="Status" value={fields.status} choices={statusChoices} onPick={(status) => set({ status })} />
    </div>
  )
}

function Project({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
}): ReactNode {
  const known = [...new Set(tasks.all().map(({ project }) => project))].filter((project) => project !== null)
  return (
    <div>
      <label className="label" htmlFor="new-task-project">
        Project
      </label>
      <span className="field">
        <input
          id="new-task-project"
          value={value}
          list="new-task-projects"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <datalist id="new-task-projects">
        {known.toSorted().map((project) => (
          <option key={project} value={project} />
        ))}
      </datalist>
    </div>
  )
}

function useNewTask(start: NewTaskStart) {
  const [fields, setFields] = useState<Fields>(() => begin(start))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const set = (change: Partial<Fields>) => setFields((before) => fitting({ ...before, ...change }))
  const send = async () => {
    setIsSending(true)
    const answer = await createTask(toRequest(fields))
    setIsSending(false)
    if ('problem' in answer) return setProblem(answer.problem)
    closeNewTask()
    const { task } = answer
    const action = { label: 'Open', run: () => openTask(task.id) }
    toast({ tone: task.status, title: `Created “${task.title}”.`, text: task.id, action })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    if (fields.title.trim() === '') setProblem(noTitle)
    else void send()
  }
  return { fields, set, problem, submit, isSending }
}

const noTitle: Problem = {
  status: 400,
  error: 'invalid_request',
  reason: 'A task needs a title.',
  hint: null,
  details: [{ field: 'title', reason: 'Say what should be done.' }],
  requestId: null,
}

function begin({ parent = null, status = 'backlog' }: { parent?: string | null; status?: TaskStatus }): Fields {
  const above = tasks.get(parent ?? '')
  return {
    title: '',
    type: above?.type === 'epic' ? 'story' : 'task',
    priority: 'P3',
    status,
    parent,
    project: above?.project ?? '',
    description: '',
  }
}

/** A parent that the type does not fit is let go. */
function fitting(fields: Fields): Fields {
  const above = tasks.get(fields.parent ?? '')
  return above !== null && !holds[above.type].includes(fields.type) ? { ...fields, parent: null } : fields
}

function projectOf(parent: string | null, present: string): Partial<Fields> {
  return present === '' && parent !== null ? { project: tasks.get(parent)?.project ?? '' } : {}
}

function toRequest({ project, description, ...fields }: Fields): CreateTask {
  return {
    ...fields,
    ...(project.trim() === '' ? {} : { project: project.trim() }),
    ...(description.trim() === '' ? {} : { description }),
  }
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
