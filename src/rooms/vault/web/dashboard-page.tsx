// The vault: which credentials there are, who reads each, and who could.
import { Plus } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { GuestPlace } from '#platform/web/auth/guest-place.tsx'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readVault } from '../api.ts'
import type { Vault } from '../contract.ts'
import { Credentials } from './credentials.tsx'
import type { VaultDialog } from './dialog-kinds.ts'
import { OpenDialog } from './open-dialog.tsx'
import { vaultSetupPath } from './paths.ts'
import { Recipients } from './recipients.tsx'
import { vaultChanges } from './vault-acts.ts'
import './vault.css'

export function DashboardPage(): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <div className="vault-page">
      <div className="page-head">
        <h1>Vault</h1>
      </div>
      {isSignedIn ? (
        <Read />
      ) : (
        <GuestPlace>
          <SignIn why="What agents are handed takes a login." />
        </GuestPlace>
      )}
    </div>
  )
}

function Read(): ReactNode {
  const load = useCallback(() => call(readVault), [])
  const [query, reload] = useQuery(load, String(useValue(vaultChanges)))
  if (query.kind === 'refused') return <ProblemView problem={query.problem} onRetry={reload} />
  if (query.kind !== 'ready') return <Skeleton lines={6} />
  return query.value.recovery === null ? <NotSetUp /> : <Told vault={query.value} />
}

function NotSetUp(): ReactNode {
  return (
    <Empty title="The vault is not set up">
      <span>Agents on other machines get the keys that you choose for them; this hub can read none of them.</span>
      <Link href={vaultSetupPath} className="btn primary">
        Set up the vault
      </Link>
      <CommandLine text="orrery vault setup" name="the command that sets the vault up" />
    </Empty>
  )
}

function Told({ vault }: { readonly vault: Vault }): ReactNode {
  const [dialog, setDialog] = useState<VaultDialog | null>(null)
  const { credentials } = vault
  const due = credentials.filter(({ needs_rotation: marks }) => marks !== null).length
  return (
    <div className="vault scroll" role="region" aria-label="Vault" tabIndex={0}>
      <section>
        <div className="vault-head">
          <h2>
            Credentials{' '}
            <span className="meta">{credentials.length}, names only; the values never come back to this page</span>
          </h2>
          <span className="push" />
          <Button look="primary" icon={Plus} label="Add credential" onClick={() => setDialog({ kind: 'add' })} />
        </div>
        {due === 0 ? null : (
          <p className="note" role="status">
            <b>{due === 1 ? 'One needs rotation.' : `${due} need rotation.`}</b> Who reads it no more could read the
            present value.
          </p>
        )}
        {credentials.length === 0 ? (
          <Empty title="No credentials yet">
            <span>Add one and choose which devices read it. The hub keeps only the encrypted text.</span>
            <CommandLine text="orrery vault add ANTHROPIC_API_KEY --device forge" name="the command that adds one" />
          </Empty>
        ) : (
          <Credentials vault={vault} onAct={setDialog} />
        )}
      </section>
      <Recipients vault={vault} onAct={setDialog} />
      {dialog === null ? null : <OpenDialog vault={vault} dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}
