// A new task: its title is enough, the rest has defaults.
import { useRef, type ReactNode, type RefObject } from 'react'
import { useBegunForm } from '#platform/web/drafts/use-begun-form.ts'
import { drafts } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { LabelledField, TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import { createTask } from '../actions.ts'
import { priorityChoices, statusChoices, typeChoices } from '../field-choices.ts'
import { ChoiceField } from '../fields.tsx'
import { closeNewTask, openNewTask, type NewTaskStart } from '../new-task-state.ts'
import { ParentPicker } from '../parent-picker.tsx'
import { tasks } from '../task-store.ts'
import { openTask } from '../task-url.ts'
import { beginDraft, fitting, isWorthKeeping, projectOf, requestOf, resumeDraft, type TaskDraft } from './task-draft.ts'
import './new-task.css'

export function NewTaskDialog({ start }: { readonly start: NewTaskStart }): ReactNode {
  const title = useRef<HTMLInputElement>(null)
  return (
    <Dialog title="New task" className="new-task" onClose={closeKeeping} initialFocus={title}>
      <NewTaskForm start={start} titleRef={title} />
    </Dialog>
  )
}

type FormProps = { readonly start: NewTaskStart; readonly titleRef: RefObject<HTMLInputElement | null> }

function NewTaskForm({ start, titleRef }: FormProps): ReactNode {
  const { fields, set, sending, submit, throwAway } = useNewTask(start)
  const { problem } = sending
  const titleProblem = problem?.details.find(({ field }) => field === 'title')?.reason ?? null
  return (
    <Form sending={sending} onSubmit={submit}>
      <div className="dialog-body">
        <TextField
          kind="words"
          label="Title"
          placeholder="What should be done"
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
        <LabelledField label="Description" note="Markdown" problem={null}>
          {(parts) => (
            <textarea
              {...parts}
              className="field"
              rows={4}
              value={fields.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </LabelledField>
        {problem === null || titleProblem !== null ? null : <ProblemView problem={problem} />}
      </div>
      <FormFoot sending={sending} words={words} onCancel={closeKeeping}>
        {isWorthKeeping(fields) ? <Button look="quiet" label="Throw away" onClick={throwAway} /> : null}
      </FormFoot>
    </Form>
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

type ProjectProps = { readonly value: string; readonly onChange: (text: string) => void }

function Project({ value, onChange }: ProjectProps): ReactNode {
  const known = [...new Set(tasks.all().map(({ project }) => project))].filter((project) => project !== null)
  return (
    <TextField kind="name" label="Project" value={value} problem={null} list={known.toSorted()} onChange={onChange} />
  )
}

function useNewTask(start: NewTaskStart) {
  const { fields, set, keep, drop } = useBegunForm({
    key: draftKey,
    blank,
    begin: (kept) => resumeDraft(start, kept, tasks.get),
    fit: (draft) => fitting(draft, tasks.get),
    isWorthKeeping,
  })
  const [sending, sender] = useSending()
  const throwAway = () => {
    drop()
    closeNewTask()
    toastWithUndo({ tone: 'idle', title: 'Draft thrown away.', text: fields.title }, () => {
      keep(fields)
      return null
    })
  }
  const send = async () => {
    const answer = await createTask(requestOf(fields))
    if ('problem' in answer) return answer.problem
    drop()
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
  return { fields, set, sending, submit, throwAway }
}

const draftKey = 'new-task'
/** On the button, and while it is made. */
const words = { send: 'Create', pending: 'Creating…' }
const blank = beginDraft({}, () => null)

/** What was written stays, and a person who closed the dialog by accident is told where. */
function closeKeeping(): void {
  closeNewTask()
  if (drafts.get(draftKey) === null) return
  const action = { label: 'Go on', run: () => openNewTask() }
  toast({ tone: 'idle', title: 'Not created. Your draft is kept: New task goes on with it.', action })
}

const noTitle = refusedHere('A task needs a title.', [{ field: 'title', reason: 'Say what should be done.' }])
