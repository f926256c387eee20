// The dialogs of the vault: a value that is added or replaced, a device that reads or reads no more, and what is removed.
import { useState, type ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { Vault } from '../contract.ts'
import { AddForm } from './add-form.tsx'
import type { VaultDialog } from './dialog-kinds.ts'
import { SecretField } from './secret-field.tsx'
import { allow, check, deny, remove, revoke, rotate } from './vault-acts.ts'

type Props = { readonly vault: Vault; readonly dialog: VaultDialog; readonly onClose: () => void }

export function OpenDialog({ vault, dialog, onClose }: Props): ReactNode {
  if (dialog.kind === 'add') {
    return (
      <Dialog title="Add credential" onClose={onClose}>
        <AddForm vault={vault} onClose={onClose} />
      </Dialog>
    )
  }
  const asked = askedOf(vault, dialog)
  return (
    <Dialog title={asked.title} onClose={onClose}>
      <Question asked={asked} onClose={onClose} />
    </Dialog>
  )
}

type Asked = {
  readonly title: string
  readonly text: string
  /** Null where nothing is typed. */
  readonly secret: { readonly label: string; readonly field: string } | null
  readonly words: { readonly send: string; readonly pending: string }
  readonly act: (typed: string) => Promise<Problem | null>
}

const knows = 'What has been read is known there: only a new value changes that. Running sessions keep what they have.'

function askedOf(vault: Vault, dialog: Exclude<VaultDialog, { readonly kind: 'add' }>): Asked {
  if (dialog.kind === 'revoke') {
    const { id, label, reads } = dialog.device
    return {
      title: `Stop ${label} from reading the vault?`,
      text: `${reads === 1 ? 'The one that it reads needs' : `The ${reads} that it reads need`} rotation then. It stays paired. ${knows}`,
      secret: null,
      words: { send: `Revoke ${label}`, pending: 'Revoking…' },
      act: () => revoke(id, label),
    }
  }
  if (dialog.kind === 'check') {
    const text = 'Type it, to see that what you keep is the one that opens this vault. It does not leave this browser.'
    const secret = { label: 'Recovery identity', field: 'identity' }
    return {
      title: 'Check the recovery identity',
      text,
      secret,
      words: sends('Check'),
      act: (typed) => check(vault, typed),
    }
  }
  const { credential } = dialog
  const { name } = credential
  if (dialog.kind === 'remove') {
    const text = 'It is gone for good. Running sessions keep what they were handed.'
    return { title: `Remove ${name}?`, text, secret: null, words: sends('Remove'), act: () => remove(credential) }
  }
  if (dialog.kind === 'rotate') {
    const text = `Encrypted in this browser for the ${credential.recipients.length} devices that read it.`
    const secret = { label: 'New value', field: 'value' }
    return {
      title: `Rotate ${name}`,
      text,
      secret,
      words: sends('Rotate'),
      act: (typed) => rotate(vault, credential, typed),
    }
  }
  const { label, id, recipient } = dialog.device
  if (dialog.kind === 'deny') {
    const title = `Let ${label} read ${name} no more?`
    return { title, text: knows, secret: null, words: sends('Read no more'), act: () => deny(credential, id) }
  }
  return {
    title: `Let ${label} read ${name}?`,
    text: 'The value is opened and encrypted anew in this browser. The identity does not leave it.',
    secret: { label: 'Recovery identity', field: 'identity' },
    words: sends('Let it read'),
    act: (typed) => allow(vault, credential, { reader: { id, recipient }, typed }),
  }
}

const sends = (send: string) => ({ send, pending: 'One moment…' })

function Question({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }): ReactNode {
  const [sending, sender] = useSending()
  const [typed, setTyped] = useState('')
  const act = async () => {
    if (await sender.send(() => asked.act(typed))) onClose()
  }
  const { secret } = asked
  const beside = sending.problem?.details.find(({ field }) => field === secret?.field) ?? null
  return (
    <Form sending={sending} onSubmit={() => void act()}>
      <div className="dialog-body">
        <p className="read">{asked.text}</p>
        {secret === null ? null : (
          <SecretField label={secret.label} value={typed} problem={beside?.reason ?? null} onChange={setTyped} />
        )}
        {sending.problem === null || beside !== null ? null : <ProblemView problem={sending.problem} />}
      </div>
      <FormFoot sending={sending} words={asked.words} onCancel={onClose} />
    </Form>
  )
}
