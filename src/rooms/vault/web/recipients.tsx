// Who can be encrypted to: each device with the words of the key that signed for it, made here and not by the hub.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { RecipientView, Vault } from '../contract.ts'
import { shortRecipient } from '../core/typed.ts'
import { useWords } from './use-words.ts'
import type { VaultDialog } from './dialog-kinds.ts'

type Props = { readonly vault: Vault; readonly onAct: (dialog: VaultDialog) => void }

export function Recipients({ vault: { recipients, recovery }, onAct }: Props): ReactNode {
  return (
    <section>
      <h2>
        Recipients <span className="meta">who can open what is encrypted for them</span>
      </h2>
      <ul className="rcpts">
        {recipients.map((device) => (
          <li key={device.id}>
            <Dot state={device.is_online ? 'completed' : 'idle'} isMute />
            <b>{device.label}</b>
            <Words device={device} />
            <span className="meta">reads {device.reads}</span>
            <Button
              look="danger"
              isSmall
              label="Revoke"
              aria-label={`Revoke ${device.label}`}
              disabled={device.reads === 0}
              onClick={() => onAct({ kind: 'revoke', device })}
            />
          </li>
        ))}
        {recovery === null ? null : (
          <li>
            <Dot state="completed" isMute />
            <b>Recovery identity</b>
            <span className="mono meta cut">{shortRecipient(recovery.recipient)}</span>
            <span className="meta">reads all</span>
            <Button
              isSmall
              label="Check"
              aria-label="Check the recovery identity"
              onClick={() => onAct({ kind: 'check' })}
            />
          </li>
        )}
      </ul>
      {recipients.length > 0 ? null : <p className="meta">No machine is paired yet: orrery devices pair</p>}
    </section>
  )
}

function Words({ device }: { readonly device: RecipientView }): ReactNode {
  const words = useWords(device)
  if (words === null)
    return <span className="wrong">its key did not sign this recipient: nothing is encrypted to it</span>
  return (
    <span className="meta of-key">
      <span className="mono">{shortRecipient(device.recipient)}</span> {words?.join(' ') ?? ''}
    </span>
  )
}
