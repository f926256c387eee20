// The form of a launch: fields with their errors, what will run, and the launch itself.
import { useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { useBegunForm } from '#platform/web/drafts/use-begun-form.ts'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { AgentType } from '../../contract.ts'
import type { LaunchStart } from '../contract.ts'
import { closeLaunch } from './launch-state.ts'
import { useSessionPorts } from '../ports.ts'
import { useIsFabric } from '../places.ts'
import { AgentField } from './agent-field.tsx'
import {
  findProblems,
  noTask,
  problemsByField,
  refusalOf,
  taskMeant,
  type FieldProblems,
  type LaunchFields,
} from './launch-fields.ts'
import { NameField } from './name-field.tsx'
import { harnessFor, onProblem } from './on-device.ts'
import { OnField, useOnChoices } from './on-field.tsx'
import { sendLaunch } from './send-launch.ts'
import { DirectoryField, PromptField } from './text-fields.tsx'
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
  on: '',
}

/** What was typed outlives Escape and a reload; after a launch the next one begins with its type and directory. */
const draftKey = 'launch'

/** On the button, and while it runs. */
const words = { send: 'Launch', pending: 'Launching…' }

type Props = {
  /** Null while they are loaded. */
  readonly agents: readonly AgentType[] | null
  readonly start: LaunchStart
  readonly promptRef: RefObject<HTMLTextAreaElement | null>
}

export function LaunchForm({ agents, start, promptRef }: Props): ReactNode {
  const form = useLaunchForm(agents, start)
  const { fields, problems, set, agent, sending } = form
  const canInteract = agent?.interactive === true
  return (
    <Form sending={sending} onSubmit={form.submit}>
      <div className="fields">
        <AgentField
          agents={agents}
          chosen={agent?.agent_type ?? ''}
          isHere={fields.on === ''}
          versionsThere={form.choices?.find(({ value }) => value === fields.on)?.versions ?? null}
          onChoose={(agentType) => set({ agentType })}
        />
        <PromptField fields={fields} problem={problems.prompt} promptRef={promptRef} set={set} />
        {canInteract ? <InteractiveSwitch isOn={fields.isInteractive} set={set} /> : null}
        {form.choices === null ? null : (
          <OnField
            choices={form.choices}
            chosen={fields.on}
            problem={onProblem(fields.on, form.choices)}
            onChoose={(on) => set({ on })}
          />
        )}
        <div className="two">
          <DirectoryField fields={fields} problem={problems.working_dir} set={set} />
          {fields.on === '' ? <NameField fields={fields} problem={problems.session_name} set={set} /> : null}
          <TaskField fields={fields} problem={problems.task_id} set={set} />
          <StartsAfterField
            dependsOn={fields.dependsOn}
            problem={problems.depends_on}
            onChange={(dependsOn) => set({ dependsOn })}
            onLeft={form.leave}
          />
        </div>
        <TextField
          kind="words"
          label="Label"
          placeholder="the name on its card; the prompt’s first line when empty"
          value={fields.label}
          problem={problems.label ?? null}
          onChange={(label) => set({ label })}
        />
        {agent === null ? null : <WhatWillRun agent={agent} fields={fields} choices={form.choices} />}
        {form.refusal === null ? null : <ProblemView problem={form.refusal} />}
      </div>
      <FormFoot sending={sending} words={words} onCancel={closeLaunch} />
    </Form>
  )
}

function useLaunchForm(agents: readonly AgentType[] | null, start: LaunchStart) {
  const form = useBegunForm({ key: draftKey, blank, begin: (kept) => fit(begin(start, kept ?? blank)), fit })
  const [sending, sender] = useSending()
  const ports = useSessionPorts()
  const isFabric = useIsFabric()
  const { fields } = form
  const agent = useMemo(
    () => agents?.find(({ agent_type: type }) => type === fields.agentType) ?? agents?.[0] ?? null,
    [agents, fields.agentType],
  )
  const choices = useOnChoices(agent?.agent_type ?? '', isFabric)
  const { problem } = sending
  const problems: FieldProblems = problem === null ? {} : problemsByField(problem.details)
  const left = useRef('')
  const leave = (words: string) => {
    left.current = words
    const { depends_on: mended, ...others } = problems
    if (words === '' && mended !== undefined) sender.refuse(refusalOf(others))
  }
  const set = (change: Partial<LaunchFields>) => {
    const next = form.set(change)
    if (Object.keys(problems).length > 0) sender.refuse(refusalOf(findProblems(next)))
  }
  const launchAndKeep = async (ready: LaunchFields) => {
    const refused = await sendLaunch(ready)
    if (refused === null)
      form.remember({ ...blank, agentType: ready.agentType, workingDir: ready.workingDir, on: ready.on })
    return refused
  }
  const submit = () => {
    if (sending.isSending || agent === null) return
    const taskId = taskMeant(fields.taskId, ports)
    const ready = {
      ...fields,
      taskId: taskId ?? '',
      agentType: agent.agent_type,
      isInteractive: fields.isInteractive && agent.interactive,
      // In legacy mode there is no other place than here.
      on: isFabric ? fields.on : '',
    }
    if (onProblem(ready.on, choices) !== null) return
    const found = {
      ...findProblems(ready),
      ...(taskId === null && fields.taskId.trim() !== '' ? { task_id: noTask(fields.taskId.trim()) } : {}),
      ...(left.current === '' ? {} : { depends_on: noTask(left.current) }),
    }
    if (Object.keys(found).length > 0) sender.refuse(refusalOf(found))
    else void sender.send(() => launchAndKeep(ready))
  }
  // What is wrong with a field stands beside it.
  const refusal = problem === null || problem.details.length > 0 ? null : problem
  return { fields, problems, refusal, sending, agent, choices, set, leave, submit }
}

/** What is no harness runs here alone. */
function fit(fields: LaunchFields): LaunchFields {
  const isHarness = fields.agentType === '' || harnessFor(fields.agentType) !== null
  return isHarness || fields.on === '' ? fields : { ...fields, on: '' }
}

function begin(start: LaunchStart, kept: LaunchFields): LaunchFields {
  return {
    ...kept,
    ...(start.agentType === undefined ? {} : { agentType: start.agentType }),
    ...(start.workingDir === undefined ? {} : { workingDir: start.workingDir }),
    ...(start.prompt === undefined ? {} : { prompt: start.prompt }),
    ...(start.taskId === undefined ? {} : { taskId: start.taskId }),
    ...(start.label === undefined ? {} : { label: start.label }),
    ...(start.dependsOn === undefined ? {} : { dependsOn: start.dependsOn }),
    ...(start.on === undefined ? {} : { on: start.on }),
  }
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
