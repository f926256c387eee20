// A new credential: its name, its value, the devices that read it and the programs that it is handed to.
import { useState, type ReactNode } from 'react'
import { adapters } from '#base/harness/catalog.ts'
import { harnesses, type Harness } from '#base/harness/adapter.ts'
import { FormFoot } from '#platform/web/ui/form-foot.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { Credential, RecipientView, Vault } from '../contract.ts'
import { SecretField } from './secret-field.tsx'
import { useWords } from './use-words.ts'
import { add } from './vault-acts.ts'

type Handed = Credential['harnesses'][number]

const isHanded = (name: Harness): name is Handed => name !== 'mother-llm'
const handed = harnesses.filter(isHanded)
const variables = [...new Set(handed.flatMap((name) => adapters[name].credentials))]
const takes = (name: Handed, variable: string): boolean => adapters[name].credentials.includes(variable)
const words = { send: 'Add', pending: 'Encrypting…' }

export function AddForm({ vault, onClose }: { readonly vault: Vault; readonly onClose: () => void }): ReactNode {
  const [sending, sender] = useSending()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [readers, setReaders] = useState<readonly string[]>([])
  const [left, setLeft] = useState<readonly Handed[]>([])
  const programs = handed.filter((each) => takes(each, name.trim()) && !left.includes(each))
  const recipients = vault.recipients
    .filter(({ id }) => readers.includes(id))
    .map(({ id, recipient }) => ({ id, recipient }))
  const send = async () => {
    const wanted = { name: name.trim(), env_name: name.trim(), harnesses: programs, recipients, value }
    if (await sender.send(() => add(vault, wanted))) onClose()
  }
  const about = (...fields: readonly string[]): string | null =>
    sending.problem?.details.find(({ field }) => fields.includes(field))?.reason ?? null
  const isBeside = about('name', 'env_name', 'value') !== null
  return (
    <Form sending={sending} onSubmit={() => void send()}>
      <div className="dialog-body">
        <TextField
          kind="code"
          label="Name, as the session sees it"
          value={name}
          problem={about('name', 'env_name')}
          placeholder="ANTHROPIC_API_KEY"
          list={variables}
          onChange={setName}
        />
        <SecretField label="Value" value={value} problem={about('value')} onChange={setValue} />
        <fieldset className="who">
          <legend className="label">Devices that read it</legend>
          {vault.recipients.map((device) => (
            <ReaderBox
              key={device.id}
              device={device}
              isChosen={readers.includes(device.id)}
              onChange={() => setReaders(toggled(readers, device.id))}
            />
          ))}
          <span className="meta">The recovery identity reads it, always.</span>
        </fieldset>
        <Programs chosen={programs} variable={name.trim()} onToggle={(each) => setLeft(toggled(left, each))} />
        {sending.problem === null || isBeside ? null : <ProblemView problem={sending.problem} />}
      </div>
      <FormFoot sending={sending} words={words} onCancel={onClose}>
        <span className="meta">Encrypted in this browser</span>
      </FormFoot>
    </Form>
  )
}

type ProgramsProps = {
  readonly chosen: readonly Handed[]
  readonly variable: string
  readonly onToggle: (program: Handed) => void
}

function Programs({ chosen, variable, onToggle }: ProgramsProps): ReactNode {
  return (
    <fieldset className="who">
      <legend className="label">Handed to</legend>
      {handed.map((each) => (
        <label key={each} className="pick">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            disabled={!takes(each, variable)}
            onChange={() => onToggle(each)}
          />
          {each}
        </label>
      ))}
      <span className="meta">Programs take the variables that they know; mother-llm never.</span>
    </fieldset>
  )
}

type BoxProps = { readonly device: RecipientView; readonly isChosen: boolean; readonly onChange: () => void }

function ReaderBox({ device, isChosen, onChange }: BoxProps): ReactNode {
  const found = useWords(device)
  return (
    <label className="pick">
      <input type="checkbox" checked={isChosen} disabled={found == null} onChange={onChange} />
      <span>
        {device.label}
        {device.is_local ? <span className="meta"> this hub: whoever steals it reads what it reads</span> : null}{' '}
        <span className="meta">{found === null ? 'its key did not sign its recipient' : (found?.join(' ') ?? '')}</span>
      </span>
    </label>
  )
}

function toggled<T>(all: readonly T[], one: T): readonly T[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one]
}
