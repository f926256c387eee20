// Who reads which credential, as a grid: a press lets a device read one, or read it no more.
import { RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { formatMoment } from '#platform/web/time/moment.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { MoreMenu } from '#platform/web/ui/more-menu.tsx'
import type { Credential, RecipientView, Vault } from '../contract.ts'
import { isReader } from '../core/readers.ts'
import { rotationWords } from '../core/words.ts'
import type { VaultDialog } from './dialog-kinds.ts'

type Props = { readonly vault: Vault; readonly onAct: (dialog: VaultDialog) => void }

export function Credentials({ vault: { credentials, recipients }, onAct }: Props): ReactNode {
  return (
    <>
      <div className="creds-scroll" role="region" aria-label="Who reads what" tabIndex={0}>
        <table className="table creds">
          <thead>
            <tr>
              <th scope="col">Name</th>
              {recipients.map(({ id, label }) => (
                <th key={id} scope="col" className="cell">
                  {label}
                </th>
              ))}
              <th scope="col">Handed to</th>
              <th scope="col">Rotated</th>
              <th scope="col">
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {credentials.map((credential) => (
              <Line key={credential.id} credential={credential} recipients={recipients} onAct={onAct} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="meta">A dot reads it, a dash does not. mother-llm is never handed a credential.</p>
    </>
  )
}

type LineProps = {
  readonly credential: Credential
  readonly recipients: readonly RecipientView[]
  readonly onAct: Props['onAct']
}

function Line({ credential, recipients, onAct }: LineProps): ReactNode {
  const { name, env_name: variable, harnesses } = credential
  return (
    <tr>
      <th scope="row">
        <b className="mono">{name}</b>
        {name === variable ? null : <div className="meta mono">{variable}</div>}
      </th>
      {recipients.map((device) => (
        <td key={device.id} className="cell">
          <Reads credential={credential} device={device} onAct={onAct} />
        </td>
      ))}
      <td className="soft">{harnesses.join(', ') || 'no program'}</td>
      <td>
        <Rotated credential={credential} />
      </td>
      <td className="num">
        <MoreMenu
          name={`Actions for ${name}`}
          side="bottom"
          actions={[
            { icon: RefreshCw, label: 'Rotate…', run: () => onAct({ kind: 'rotate', credential }) },
            { icon: Trash2, label: 'Remove…', run: () => onAct({ kind: 'remove', credential }) },
          ]}
        />
      </td>
    </tr>
  )
}

type ReadsProps = { readonly credential: Credential; readonly device: RecipientView; readonly onAct: Props['onAct'] }

function Reads({ credential, device, onAct }: ReadsProps): ReactNode {
  const reads = isReader(credential.recipients, device)
  return (
    <button
      type="button"
      className="reads"
      aria-pressed={reads}
      aria-label={`${device.label} reads ${credential.name}`}
      title={reads ? `${device.label} reads it` : `${device.label} does not read it`}
      onClick={() => onAct({ kind: reads ? 'deny' : 'allow', credential, device })}
    />
  )
}

function Rotated({
  credential: { changed_at: at, needs_rotation: marks },
}: {
  readonly credential: Credential
}): ReactNode {
  if (marks === null) return <RelativeTime since={at} format={(ms) => `${formatDuration(ms)} ago`} className="soft" />
  return (
    <span className="row due">
      <Dot state="awaiting_review" isMute />
      <span>
        <b>Needs rotation</b> <span className="meta">{rotationWords(marks, formatMoment)}</span>
      </span>
    </span>
  )
}
