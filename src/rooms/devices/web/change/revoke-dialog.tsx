// Asks before a device is revoked: what goes with it, and that nothing brings it back.
import { useCallback, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { readDevice } from '../../api.ts'
import type { Device } from '../../contract.ts'
import { lossesOf } from '../../core/losses.ts'
import { revoke } from '../device-acts.ts'
import { useDevice } from '../use-devices.ts'
import { closeDialog } from '../dialog-state.ts'
import { Gone } from './gone.tsx'
import './revoke.css'

export function RevokeDialog({ id }: { readonly id: string }): ReactNode {
  const device = useDevice(id)
  return (
    <Dialog title={device === null ? 'Revoke' : `Revoke ${device.label}?`} className="revoke" onClose={closeDialog}>
      {device === null ? <Gone /> : <Question device={device} />}
    </Dialog>
  )
}

function Question({ device }: { readonly device: Device }): ReactNode {
  const [sending, sender] = useSending()
  const [typed, setTyped] = useState('')
  const isMeant = typed.trim() === device.label && !sending.isSending
  const act = async () => {
    const isDone = await sender.send(() => revoke(device))
    if (isDone) closeDialog()
  }
  return (
    <Form sending={sending} onSubmit={() => (isMeant ? void act() : undefined)}>
      <div className="dialog-body">
        <p>
          Its connection closes within one second and its key is refused from then on. Pairing again needs a new code.
        </p>
        <Losses device={device} />
        <TextField
          kind="name"
          label={`Type ${device.label} to confirm`}
          value={typed}
          problem={null}
          onChange={setTyped}
        />
        {sending.problem === null ? null : <ProblemView problem={sending.problem} />}
      </div>
      <footer>
        <span className="meta">This cannot be undone.</span>
        <span className="push" />
        <Button look="quiet" label="Cancel" onClick={closeDialog} />
        <Button look="danger" type="submit" label={`Revoke ${device.label}`} aria-disabled={!isMeant} />
      </footer>
    </Form>
  )
}

function Losses({ device }: { readonly device: Device }): ReactNode {
  const { id } = device
  const load = useCallback(() => call(readDevice, { params: { id } }), [id])
  const [query] = useQuery(load)
  const losses = lossesOf(device, query.kind === 'ready' ? query.value.sessions : [])
  return (
    <ul className="losses">
      {losses.map(({ state, text }) => (
        <li key={text}>
          <Dot state={state} isMute />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
