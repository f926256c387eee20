// Sets the vault up: an identity that is made in this browser, shown once, and confirmed by its last six characters.
import { useState, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '#platform/web/api/call.ts'
import { GuestPlace } from '#platform/web/auth/guest-place.tsx'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { setUpVault } from '../api.ts'
import { recoveryFile, showsIdentity } from '../core/typed.ts'
import { makeIdentity } from './in-browser.ts'
import { vaultPath } from './paths.ts'
import './vault.css'

type Made = { readonly identity: string; readonly recipient: string; readonly file: string }

export function SetupPage(): ReactNode {
  const isSignedIn = useSignedIn()
  const [made, setMade] = useState<Made | null>(null)
  const make = async () => {
    const { identity, recipient } = await makeIdentity()
    const day = new Date().toISOString().slice(0, 10)
    setMade({ identity, recipient, file: recoveryFile(identity, recipient, day) })
  }
  return (
    <div className="vault-setup scroll">
      {isSignedIn ? (
        <section>{made === null ? <Begin onMake={() => void make()} /> : <Keep made={made} />}</section>
      ) : (
        <GuestPlace>
          <SignIn why="Setting up the vault takes a login." />
        </GuestPlace>
      )}
    </div>
  )
}

function Begin({ onMake }: { readonly onMake: () => void }): ReactNode {
  return (
    <div className="panel-body">
      <h1>Set up the vault</h1>
      <p className="read">
        Credentials are encrypted here, in this browser, for the devices you choose. The hub and its backups hold only
        the encrypted text, so nobody who reads the server’s disk learns a value.
      </p>
      <dl className="facts">
        <dt>Encryption</dt>
        <dd>age, one key per device</dd>
        <dt>Way back</dt>
        <dd>a recovery identity, which you alone keep</dd>
      </dl>
      <div className="row">
        <Button look="primary" label="Make the recovery identity" onClick={onMake} />
      </div>
    </div>
  )
}

function Keep({ made }: { readonly made: Made }): ReactNode {
  const [sending, sender] = useSending()
  const [typed, setTyped] = useState('')
  const { file } = made
  const setUp = async () => {
    const isDone = await sender.send(async () => {
      if (!showsIdentity(typed, made.identity))
        return refusedHere('Not set up.', [{ field: 'last', reason: 'are not the last six characters of the key' }])
      const answer = await call(setUpVault, { body: { recovery_recipient: made.recipient } })
      return answer.ok ? null : answer.error
    })
    if (isDone) navigate(vaultPath, { replace: true })
  }
  const wrong = sending.problem?.details.find(({ field }) => field === 'last')?.reason ?? null
  return (
    <Form sending={sending} onSubmit={() => void setUp()} className="panel-body">
      <h1>Keep the recovery identity</h1>
      <p className="read">
        It opens every credential and alone lets further devices read one. It is shown now and never again; nobody can
        make it again, this hub neither.
      </p>
      <pre className="recovery" aria-label="The recovery identity" tabIndex={0}>
        {file}
      </pre>
      <div className="row">
        <a className="btn" download="orrery-vault-recovery.txt" href={`data:text/plain,${encodeURIComponent(file)}`}>
          Save the file
        </a>
      </div>
      <TextField
        kind="code"
        label="Type the last six characters of the key, to show that you have it"
        value={typed}
        problem={wrong}
        onChange={setTyped}
      />
      {sending.problem === null || wrong !== null ? null : <ProblemView problem={sending.problem} />}
      <div className="row">
        <Button look="primary" type="submit" label="Set up the vault" aria-disabled={sending.isSending} />
      </div>
    </Form>
  )
}
