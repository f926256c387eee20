// What one machine reads of the vault, in its panel: each credential with what its value knows of it, and the end of it.
import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { readVault } from '../api.ts'
import type { Vault } from '../contract.ts'
import { OpenDialog } from './open-dialog.tsx'
import { vaultPath } from './paths.ts'
import { vaultChanges } from './vault-acts.ts'

/** `reads` is how many it reads as far as the panel was told: the vault itself says which. */
export type DeviceVaultProps = { readonly id: string; readonly recipient: string; readonly reads: number }

export function DeviceVault({ id, recipient, reads }: DeviceVaultProps): ReactNode {
  const load = useCallback(() => call(readVault), [])
  const [query] = useQuery(load, String(useValue(vaultChanges)))
  const [isAsked, setAsked] = useState(false)
  const vault = query.kind === 'ready' ? query.value : null
  const device = vault?.recipients.find((one) => one.id === id)
  const count = device?.reads ?? reads
  const { read, due } = namesOf(vault, id)
  return (
    <>
      <dl className="facts">
        <dt>Recipient</dt>
        <dd className="mono cut">{recipient}</dd>
        <dt>Reads</dt>
        <dd>
          {count === 0 ? 'nothing' : count === 1 ? 'one credential' : `${count} credentials`}
          {read === '' ? '' : `: ${read}`},{' '}
          <Link href={vaultPath}>{count === 0 ? 'choose in the vault' : 'open the vault'}</Link>{' '}
          {device === undefined || device.reads === 0 ? null : (
            <Button
              look="danger"
              isSmall
              label="Revoke"
              aria-label={`Revoke ${device.label} from the vault`}
              onClick={() => setAsked(true)}
            />
          )}
        </dd>
        {due === '' ? null : (
          <>
            <dt>Could read</dt>
            <dd>{due}: needs rotation</dd>
          </>
        )}
      </dl>
      {vault === null || device === undefined || !isAsked ? null : (
        <OpenDialog vault={vault} dialog={{ kind: 'revoke', device }} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

/** What it reads now, and what it could read of the present values. */
function namesOf(vault: Vault | null, id: string) {
  const credentials = vault?.credentials ?? []
  const read = credentials.filter(({ recipients }) => recipients.some((reader) => reader.id === id))
  const due = credentials.filter(({ needs_rotation: marks }) => marks?.some((mark) => mark.id === id) === true)
  const names = (of: typeof credentials): string => of.map(({ name }) => name).join(', ')
  return { read: names(read), due: names(due) }
}
