// Renames a device and sets the tags that stay.
import { useState, type ReactNode } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere } from '#platform/web/ui/sending.ts'
import type { Device, DeviceChange } from '../../contract.ts'
import { change } from '../device-acts.ts'
import { useDevice } from '../use-devices.ts'
import { closeDialog } from '../dialog-state.ts'
import { Gone } from './gone.tsx'

export function ChangeDialog({ id }: { readonly id: string }): ReactNode {
  const device = useDevice(id)
  return (
    <Dialog title="Rename and tag" onClose={closeDialog}>
      {device === null ? <Gone /> : <ChangeForm key={id} device={device} />}
    </Dialog>
  )
}

const words = { send: 'Save', pending: 'Saving…' }

function ChangeForm({ device }: { readonly device: Device }): ReactNode {
  const [sending, sender] = useSending()
  const [label, setLabel] = useState(device.label)
  const [tags, setTags] = useState(device.tags.join(' '))
  const save = async () => {
    const isDone = await sender.send(() => send(device, label.trim(), tagsIn(tags)))
    if (isDone) closeDialog()
  }
  const { problem } = sending
  const about = (field: string): string | null =>
    problem?.details.find((each) => each.field.startsWith(field))?.reason ?? null
  const isToldBeside = about('label') !== null || about('capabilities') !== null
  return (
    <Form sending={sending} onSubmit={() => void save()}>
      <div className="dialog-body">
        <TextField kind="name" label="Name" value={label} problem={about('label')} onChange={setLabel} />
        <TextField
          kind="code"
          label="Tags that stay"
          note="with blanks between; the device adds its own"
          value={tags}
          problem={about('capabilities')}
          placeholder="home-net has-signing-key"
          onChange={setTags}
        />
        {problem === null || isToldBeside ? null : <ProblemView problem={problem} />}
      </div>
      <FormFoot sending={sending} words={words} onCancel={closeDialog} />
    </Form>
  )
}

function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

/** Only what is another value: somebody else may change the rest meanwhile. */
async function send(device: Device, label: string, tags: readonly string[]) {
  if (label === '') return refusedHere('Not saved.', [{ field: 'label', reason: 'must have 1 to 80 characters' }])
  const changed: DeviceChange = {
    ...(label === device.label ? {} : { label }),
    ...(tags.join(' ') === device.tags.join(' ') ? {} : { capabilities: [...tags] }),
  }
  return Object.keys(changed).length === 0 ? null : await change(device, changed)
}
