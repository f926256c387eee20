// A new task: its title is enough, the rest has defaults.
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { createTask } from '../actions.ts'
import { ChoiceField, priorityChoices, statusChoices, typeChoices } from '../fields.tsx'
import { closeNewTask, type NewTaskStart } from '../new-task-state.ts'
import { ParentPicker } from '../parent-picker.tsx'
import { tasks } from '../task-store.ts'
import { openTask } from '../task-url.ts'
import { beginDraft, fitting, projectOf, requestOf, type TaskDraft } from './task-draft.ts'
import './new-task.css'

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
  const { fields, set, sending, submit } = useNewTask(start)
  const { problem, isSending } = sending
  const titleProblem = problem?.details.find(({ field }) => field === 'title')?.reason ?? null
  return (
    <Form sending={sending} onSubmit={submit}>
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
            onPick={(parent) => set({ parent, ...projectOf(parent, fields.project, tasks.get) })}
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
    </Form>
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

type ChoicesProps = { readonly fields: TaskDraft; readonly set: (change: Partial<TaskDraft>) => void }

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
  const [fields, setFields] = useState<TaskDraft>(() => beginDraft(start, tasks.get))
  const [sending, sender] = useSending()
  const set = (change: Partial<TaskDraft>) => setFields((before) => fitting({ ...before, ...change }, tasks.get))
  const send = async () => {
    const answer = await createTask(requestOf(fields))
    if ('problem' in answer) return answer.problem
    closeNewTask()
    const { task } = answer
    const action = { label: 'Open', run: () => openTask(task.id) }
    toast({ tone: task.status, title: `Created “${task.title}”.`, text: task.id, action })
    return null
  }
  const submit = () => {
    if (fields.title.trim() === '') sender.refuse(noTitle)
    else void sender.send(send)
  }
  return { fields, set, sending, submit }
}

const noTitle = refusedHere('A task needs a title.', [{ field: 'title', reason: 'Say what should be done.' }])
