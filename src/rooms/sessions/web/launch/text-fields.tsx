// The plain fields of a launch.
import type { ReactNode, RefObject } from 'react'
import { Dictated } from '#platform/web/voice/dictate.tsx'
import { LabelledField, TextField } from '#platform/web/ui/labelled-field.tsx'
import { directoriesToOffer } from '../../core/start/directories.ts'
import { useSessionPorts } from '../ports.ts'
import { sessions } from '../session-store.ts'
import type { LaunchFields } from './launch-fields.ts'

export type FieldProps = {
  readonly fields: LaunchFields
  readonly problem: string | undefined
  readonly set: (change: Partial<LaunchFields>) => void
}

type PromptProps = FieldProps & { readonly promptRef: RefObject<HTMLTextAreaElement | null> }

export function PromptField({ fields, problem, promptRef, set }: PromptProps): ReactNode {
  const isCommand = fields.agentType === 'shell'
  return (
    <LabelledField label={isCommand ? 'Command' : 'Prompt'} problem={problem ?? null}>
      {(parts) => {
        const field = (
          <textarea
            {...parts}
            ref={promptRef}
            className={isCommand ? 'field mono' : 'field'}
            rows={5}
            value={fields.prompt}
            spellCheck={!isCommand}
            onChange={(event) => set({ prompt: event.target.value })}
          />
        )
        // Nobody says a command.
        return isCommand ? (
          field
        ) : (
          <Dictated field={promptRef} into="prompt">
            {field}
          </Dictated>
        )
      }}
    </LabelledField>
  )
}

/** So many are a click away; the rest is in the list of the field. */
const mostRecent = 3

/** Offers the directories that sessions of the board work in, those of the task's project first, then the latest. */
export function DirectoryField({ fields, problem, set }: FieldProps): ReactNode {
  const { taskOf } = useSessionPorts()
  const projectOf = (task: string) => taskOf(task)?.project ?? null
  const known = directoriesToOffer(sessions.all(), { project: projectOf(fields.taskId.trim()), projectOf })
  const recent = known.slice(0, mostRecent)
  return (
    <div>
      <TextField
        kind="code"
        label="Working directory"
        placeholder="$HOME"
        value={fields.workingDir}
        problem={problem ?? null}
        list={known}
        onChange={(workingDir) => set({ workingDir })}
      />
      {fields.workingDir !== '' || recent.length === 0 ? null : (
        <div className="recent" role="group" aria-label="Recent directories">
          {recent.map((directory) => (
            <button
              key={directory}
              type="button"
              className="badge mono"
              title={directory}
              onClick={() => set({ workingDir: directory })}
            >
              <bdi className="cut">{directory}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
