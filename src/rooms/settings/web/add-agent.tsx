// A further agent type: its name and its command, which launches offer from then on.
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import { sendChange, takeBack } from './send-change.ts'

type Props = { readonly revision: string; readonly onSaved: () => void }

export function AddAgent({ revision, onSaved }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Fields revision={revision} onSaved={onSaved} onClose={() => setOpen(false)} />
  return (
    <div className="setting">
      <p>Another agent</p>
      <p className="meta">Any program that takes a prompt: it is offered by launches at once.</p>
      <div className="do">
        <Button label="Add an agent type" onClick={() => setOpen(true)} />
      </div>
    </div>
  )
}

function Fields({ revision, onSaved, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('')
  const [command, setCommand] = useState('')
  const isWhole = name.trim() !== '' && command.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || !(await add({ revision, onSaved }, name.trim(), command))) return
    onClose()
  }
  return (
    <div className="setting">
      <p>Another agent</p>
      <p className="meta">
        {'{prompt}'}, {'{session_name}'}, {'{working_dir}'}, {'{task_id}'} and {'{label}'} are filled in.
      </p>
      <form className="setting-form" onSubmit={(event) => void submit(event)}>
        <input
          className="field"
          aria-label="Name of the agent type"
          placeholder="codex"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <input
          className="field"
          aria-label="Command of the agent type"
          placeholder="codex exec {prompt}"
          value={command}
          spellCheck={false}
          onChange={(event) => setCommand(event.target.value)}
        />
        <span className="row">
          <Button type="submit" look="primary" label="Add" disabled={!isWhole} />
          <Button look="quiet" label="Cancel" onClick={onClose} />
        </span>
      </form>
    </div>
  )
}

/** False, with the reason told, when it was not added. */
async function add({ revision, onSaved }: Props, name: string, command: string): Promise<boolean> {
  const key = `agents.${name}`
  const answer = await sendChange({ revision, set: { [`${key}.command`]: command } })
  if (!answer.ok) {
    report('Not added', answer.error)
    return false
  }
  onSaved()
  toastWithUndo({ tone: 'success', title: `${name} can be launched now` }, async () => {
    const problem = await takeBack(answer.value, { unset: [key] })
    onSaved()
    return problem
  })
  return true
}
