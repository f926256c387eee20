// The machine that came with the code: are its words the same, what is it called, and is it connected?
import { useState, type ReactNode } from 'react'
import { refusedHere, sayProblem } from '#platform/web/ui/sending.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandElsewhere } from '#platform/web/ui/command-line.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { Device } from '../../contract.ts'
import { memoryOf } from '#base/machine-numbers.ts'
import { change } from '../device-acts.ts'
import { closeDialog } from '../dialog-state.ts'
import { HeardLine, hostLine, StandingWord, Tags } from '../list/device-parts.tsx'
import { pairing } from './page-pairing.ts'
import '#platform/web/ui/facts.css'

export function PairedView({ device }: { readonly device: Device }): ReactNode {
  const [sending, sender] = useSending()
  const [label, setLabel] = useState(device.label)
  const match = async () => {
    const isDone = await sender.send(() => rename(device, label.trim()))
    if (!isDone) return
    pairing.confirm()
    closeDialog()
  }
  const { problem } = sending
  return (
    <Form sending={sending} onSubmit={() => void match()}>
      <div className="dialog-body">
        <div role="status">
          <span className="label">Compare with the screen of {device.hostname}</span>
          <ol className="six-words" aria-label="Its six words">
            {device.fingerprint.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ol>
          <p className="meta">
            They stand for its key. If they differ, somebody else used your code: revoke what came with it.
          </p>
        </div>
        <TextField kind="name" label="Name" value={label} problem={null} onChange={setLabel} />
        <FieldError id="paired-problem" reason={problem === null ? null : sayProblem(problem)} />
        <Connected device={device} />
        <Facts device={device} />
      </div>
      <footer>
        <Button look="danger" label="Words differ, revoke" onClick={() => void differ()} />
        <span className="push" />
        <Button
          look="primary"
          type="submit"
          label={sending.isSending ? 'Saving…' : 'Words match'}
          aria-disabled={sending.isSending}
        />
      </footer>
    </Form>
  )
}

async function differ(): Promise<void> {
  const problem = await pairing.deny()
  if (problem !== null) report('Not revoked', problem)
}

async function rename(device: Device, label: string) {
  if (label === '') return refusedHere('A name has 1 to 80 characters.')
  return label === device.label ? null : await change(device, { label })
}

function Connected({ device }: { readonly device: Device }): ReactNode {
  if (device.status === 'online') {
    return (
      <p className="row" role="status">
        <StandingWord device={device} />
        <HeardLine device={device} />
      </p>
    )
  }
  return (
    <div className="connect">
      <span className="label">Then connect it: run this there</span>
      <CommandElsewhere text="orrery daemon run" name="the command that connects" />
    </div>
  )
}

function Facts({ device }: { readonly device: Device }): ReactNode {
  const memory = memoryOf(device)
  return (
    <dl className="facts">
      <dt>Host</dt>
      <dd>{hostLine(device)}</dd>
      <dt>Public key</dt>
      <dd className="row">
        <span className="mono cut">ed25519 {device.public_key}</span>
        <CopyButton text={device.public_key ?? ''} name="the public key" />
      </dd>
      {memory === null ? null : (
        <>
          <dt>Free RAM</dt>
          <dd>{memory.words}</dd>
        </>
      )}
      <dt>Harnesses</dt>
      <dd className="mono">{device.installedHarnesses.join(', ') || 'none found'}</dd>
      <dt>Tags</dt>
      <dd>
        <Tags device={device} />
      </dd>
    </dl>
  )
}
