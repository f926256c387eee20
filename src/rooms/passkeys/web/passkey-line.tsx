// One passkey in its line: what it is called, where it is good, when it was used; another name, and its end.
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { report } from '#platform/web/ui/report.ts'
import { sayProblem } from '#platform/web/ui/sending.ts'
import { removePasskey, renamePasskey } from '../api.ts'
import type { Passkey } from '../contract.ts'

type Props = { readonly passkey: Passkey; readonly onChanged: () => void }

export function PasskeyLine({ passkey, onChanged }: Props): ReactNode {
  const [open, setOpen] = useState<'name' | 'end' | null>(null)
  const { name, host, last_used_at: used, is_synced: isSynced } = passkey
  const close = () => setOpen(null)
  return (
    <li>
      <KeyRound className="i" aria-hidden />
      <b className="cut" title={name}>
        {name}
      </b>
      <span className="meta">
        for {host}, {isSynced ? 'on all your devices that share it' : 'on one device'},{' '}
        {used === null ? (
          'never used'
        ) : (
          <>
            used <RelativeTime since={used} />
          </>
        )}
      </span>
      <span className="do">
        <Button isSmall label="Rename" aria-label={`Rename ${name}`} onClick={() => setOpen('name')} />
        <Button isSmall look="danger" label="Remove" aria-label={`Remove ${name}`} onClick={() => setOpen('end')} />
      </span>
      {open === 'name' ? <Rename passkey={passkey} onEnd={close} onChanged={onChanged} /> : null}
      {open === 'end' ? <Remove passkey={passkey} onEnd={close} onChanged={onChanged} /> : null}
    </li>
  )
}

type PartProps = Props & { readonly onEnd: () => void }

function Rename({ passkey: { id, name: before }, onEnd, onChanged }: PartProps): ReactNode {
  const [name, setName] = useState(before)
  const [sending, sender] = useSending()
  const save = async () => {
    const isSaved = await sender.send(async () => {
      const answer = await call(renamePasskey, { params: { id }, body: { name } })
      return answer.ok ? null : answer.error
    })
    if (!isSaved) return
    onChanged()
    onEnd()
  }
  return (
    <Form sending={sending} className="passkey-name" onSubmit={() => void save()}>
      <TextField
        kind="words"
        label="What you call it"
        value={name}
        problem={sending.problem === null ? null : sayProblem(sending.problem)}
        onChange={setName}
      />
      <div className="row">
        <Button look="primary" type="submit" label="Save" aria-disabled={sending.isSending} />
        <Button look="quiet" label="Cancel" onClick={onEnd} />
      </div>
    </Form>
  )
}

function Remove({ passkey: { id, name }, onEnd, onChanged }: PartProps): ReactNode {
  const remove = async () => {
    onEnd()
    const answer = await call(removePasskey, { params: { id } })
    if (!answer.ok && answer.error.error !== 'not_found') return report('Not removed', answer.error)
    onChanged()
  }
  return (
    <Dialog title={`Remove ${name}?`} onClose={onEnd}>
      <div className="dialog-body">
        <p>
          It signs nobody in any more, and that can’t be taken back. Logins that were made with it go on: if its device
          is lost, revoke them under “Signed in”, too.
        </p>
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Keep it" keys="Esc" onClick={onEnd} />
        <Button look="danger" label="Remove" onClick={() => void remove()} />
      </footer>
    </Dialog>
  )
}
