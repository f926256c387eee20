// The passkeys that there are, in the settings under Access: add one, name it, take it away.
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Setting } from '#platform/web/settings/setting.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { sayProblem } from '#platform/web/ui/sending.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import { describeBrowser } from '#base/describe-browser.ts'
import { listPasskeys } from '../api.ts'
import { Elsewhere } from './elsewhere.tsx'
import { ability, register } from './in-browser.ts'
import { PasskeyLine } from './passkey-line.tsx'
import './passkeys.css'

const load = () => call(listPasskeys)

/** Nothing for a browser that is not signed in: the login is asked for above it. */
export function PasskeysSection(): ReactNode {
  return useSignedIn() ? <Passkeys /> : null
}

function Passkeys(): ReactNode {
  const [query, reload] = useQuery(load)
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="meta">Sign in with your finger, face, PIN or a security key instead of a link.</p>
      {query.kind === 'loading' ? <Skeleton lines={2} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? (
        <ul className="passkeys">
          {query.value.passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onChanged={reload} />
          ))}
        </ul>
      ) : null}
      <AddPasskey onAdded={reload} />
    </section>
  )
}

function AddPasskey({ onAdded }: { readonly onAdded: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const can = ability()
  if (can.kind === 'nowhere') return <Setting title="Add a passkey" text={can.why} />
  if (can.kind === 'elsewhere') {
    return <Setting title="Add a passkey" text={<Elsewhere address={can.address} />} />
  }
  if (isOpen) return <NamePasskey onEnd={() => setOpen(false)} onAdded={onAdded} />
  return (
    <Setting title="Add a passkey" text={`Of this device or another one, for ${location.hostname}.`}>
      <Button label="Add a passkey" onClick={() => setOpen(true)} />
    </Setting>
  )
}

/** A browser that is not known by name is called nothing that anybody reads. */
function nameOfThis(): string {
  const name = describeBrowser(navigator.userAgent)
  return name === navigator.userAgent ? 'This device' : name
}

type NameProps = { readonly onEnd: () => void; readonly onAdded: () => void }

function NamePasskey({ onEnd, onAdded }: NameProps): ReactNode {
  const [name, setName] = useState(nameOfThis)
  const [sending, sender] = useSending()
  const add = async () => {
    await sender.send(async () => {
      const answer = await register(name)
      if (!answer.ok) return answer.error
      if (answer.value === null) return null
      toast({ tone: 'success', title: `${answer.value.name} signs you in from now on.` })
      onAdded()
      onEnd()
      return null
    })
  }
  return (
    <Form sending={sending} className="passkey-name" onSubmit={() => void add()}>
      <TextField
        kind="words"
        label="What you call it"
        value={name}
        problem={sending.problem === null ? null : sayProblem(sending.problem)}
        onChange={setName}
      />
      <div className="row">
        <Button
          look="primary"
          type="submit"
          label={sending.isSending ? 'Your device asks you…' : 'Continue'}
          aria-disabled={sending.isSending}
        />
        <Button look="quiet" label="Cancel" onClick={onEnd} />
      </div>
    </Form>
  )
}
