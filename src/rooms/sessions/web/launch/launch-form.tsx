// The form of a launch: fields with their errors, what will run, and the launch itself.
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import { launchAgent } from '../../api.ts'
import type { AgentType } from '../../contract.ts'
import { closeLaunch, type LaunchStart } from '../launch-state.ts'
import { learnSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { openSession } from '../session-url.ts'
import { AgentField } from './agent-field.tsx'
import { findProblems, problemsByField, toRequest, type FieldProblems, type LaunchFields } from './launch-fields.ts'
import { NameField } from './name-field.tsx'
import { DirectoryField, PromptField, TextField } from './text-fields.tsx'
import { StartsAfterField } from './starts-after-field.tsx'
import { TaskField } from './task-field.tsx'
import { WhatWillRun } from './what-will-run-view.tsx'

const blank: LaunchFields = {
  agentType: '',
  prompt: '',
  isInteractive: false,
  label: '',
  taskId: '',
  dependsOn: [],
  workingDir: '',
  sessionName: '',
}

/** What was typed survives a dialog that was closed by accident; a launch empties it, but for type and directory. */
const draft = createValue<LaunchFields>(blank)

type Props = {
  /** Null while they are loaded. */
  readonly agents: readonly AgentType[] | null
  readonly start: LaunchStart
  readonly promptRef: RefObject<HTMLTextAreaElement | null>
}

export function LaunchForm({ agents, start, promptRef }: Props): ReactNode {
  const form = useLaunchForm(agents, start)
  const { fields, problems, set, agent } = form
  const canInteract = agent?.interactive === true
  return (
    <form onSubmit={form.submit} onKeyDown={submitByKey} noValidate>
      <div className="fields">
        <AgentField agents={agents} chosen={agent?.agent_type ?? ''} onChoose={(agentType) => set({ agentType })} />
        <PromptField fields={fields} problem={problems.prompt} promptRef={promptRef} set={set} />
        {canInteract ? <InteractiveSwitch isOn={fields.isInteractive} set={set} /> : null}
        <div className="two">
          <DirectoryField fields={fields} problem={problems.working_dir} set={set} />
          <NameField fields={fields} problem={problems.session_name} set={set} />
          <TaskField fields={fields} problem={problems.task_id} set={set} />
          <StartsAfterField
            dependsOn={fields.dependsOn}
            problem={problems.depends_on}
            onChange={(dependsOn) => set({ dependsOn })}
          />
        </div>
        <TextField
          label="Label"
          hint="the name on its card; the prompt’s first line when empty"
          value={fields.label}
          problem={problems.label}
          onChange={(label) => set({ label })}
        />
        {agent === null ? null : <WhatWillRun agent={agent} fields={fields} />}
        {form.refusal === null ? null : <ProblemView problem={form.refusal} />}
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Cancel" onClick={closeLaunch} />
        <Button
          look="primary"
          type="submit"
          label={form.isSending ? 'Launching…' : 'Launch'}
          keys="mod+Enter"
          aria-disabled={form.isSending}
        />
      </footer>
    </form>
  )
}

function useLaunchForm(agents: readonly AgentType[] | null, start: LaunchStart) {
  const [fields, setFields] = useState(() => begin(start))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const agent = useMemo(
    () => agents?.find(({ agent_type: type }) => type === fields.agentType) ?? agents?.[0] ?? null,
    [agents, fields.agentType],
  )
  const latest = useRef(fields)
  const set = (change: Partial<LaunchFields>) => {
    // Not from `fields`: leaving one field and filling the next may be two changes of one paint.
    const next = { ...latest.current, ...change }
    latest.current = next
    draft.set(next)
    setFields(next)
    if (Object.keys(problems).length > 0) setProblems(findProblems(next))
  }
  const send = async (ready: LaunchFields) => {
    setIsSending(true)
    const problem = await launch(ready)
    setIsSending(false)
    setProblems(problem === null ? {} : problemsByField(problem.details))
    setRefusal(problem === null || problem.details.length > 0 ? null : problem)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || agent === null) return
    const ready = { ...fields, agentType: agent.agent_type, isInteractive: fields.isInteractive && agent.interactive }
    const found = findProblems(ready)
    setProblems(found)
    if (Object.keys(found).length > 0) focusFirst(event.currentTarget)
    else void send(ready)
  }
  return { fields, problems, refusal, isSending, agent, set, submit }
}

function begin(start: LaunchStart): LaunchFields {
  return {
    ...draft.get(),
    ...(start.prompt === undefined ? {} : { prompt: start.prompt }),
    ...(start.taskId === undefined ? {} : { taskId: start.taskId }),
    ...(start.label === undefined ? {} : { label: start.label }),
    ...(start.dependsOn === undefined ? {} : { dependsOn: start.dependsOn }),
  }
}

/** Resolves with the refusal, or null after the launch. */
async function launch(fields: LaunchFields): Promise<Problem | null> {
  const answer = await call(launchAgent, { body: toRequest(fields) })
  if (!answer.ok) return answer.error
  const { session } = answer.value
  draft.set({ ...blank, agentType: fields.agentType, workingDir: fields.workingDir })
  learnSession(session)
  closeLaunch()
  toast({
    tone: session.state,
    title: `${session.state === 'idle' ? 'Queued' : 'Launched'} “${titleOf(session)}”.`,
    text: session.tmux_session,
    action: { label: 'Open', run: () => openSession(session.id) },
  })
  return null
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

type SwitchProps = { readonly isOn: boolean; readonly set: (change: Partial<LaunchFields>) => void }

function InteractiveSwitch({ isOn, set }: SwitchProps): ReactNode {
  return (
    <div className="check">
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label="Interactive"
        onClick={() => set({ isInteractive: !isOn })}
      />
      <span>
        Interactive <span className="meta">the agent waits for you between turns</span>
      </span>
    </div>
  )
}
