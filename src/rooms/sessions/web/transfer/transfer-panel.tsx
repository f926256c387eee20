// A session on another device: its terminal by QR code, or by tmux, here and over ssh. No token is in any of it.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Pop } from '#platform/web/ui/pop.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import { readTransfer } from '#rooms/terminal/api.ts'
import type { Transfer } from '#rooms/terminal/contract.ts'
import type { SessionCard } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import { attachThere, sshAttach, tmuxAttach } from '../attach/commands-to-copy.ts'
import { terminalAddress } from './terminal-address.ts'
import './transfer.css'

type Props = { readonly session: SessionCard; readonly anchor: Element; readonly onClose: () => void }

export function TransferPanel({ session, anchor, onClose }: Props): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <Pop name="Go on elsewhere" anchor={anchor} className="transfer-pop" onClose={onClose}>
      {isSignedIn ? (
        <Loaded session={session} />
      ) : (
        <Button isSmall label="Sign in to go on elsewhere" onClick={() => askForLogin('Not shown')} />
      )}
    </Pop>
  )
}

function Loaded({ session }: { readonly session: SessionCard }): ReactNode {
  const { id } = session
  const load = useCallback(() => call(readTransfer, { params: { id } }), [id])
  const [query, reload] = useQuery(load)
  if (query.kind === 'loading') return null
  if (query.kind === 'refused') return <ProblemView problem={query.problem} onRetry={reload} />
  return <Ways session={session} transfer={query.value.transfer} />
}

function Ways({ session, transfer }: { readonly session: SessionCard; readonly transfer: Transfer }): ReactNode {
  const { url, isReachable } = terminalAddress(transfer.public_url ?? location.origin, session.id)
  return (
    <>
      <p className="label">On a phone or another computer</p>
      {isReachable ? (
        <>
          <QrCode text={url} />
          <p className="meta">Opens the terminal there, after signing in. The code holds the address alone.</p>
        </>
      ) : (
        <p className="meta">Only this machine reaches {new URL(url).host}. Set publicUrl, and a QR code stands here.</p>
      )}
      <CommandLine text={url} name="terminal address" />
      {session.tmux_alive === true ? <Commands session={session} transfer={transfer} /> : null}
    </>
  )
}

function Commands({ session, transfer }: { readonly session: SessionCard; readonly transfer: Transfer }): ReactNode {
  const { ssh_host, tmux_socket } = transfer
  return (
    <>
      <p className="label">In a terminal on the machine</p>
      <CommandLine
        text={livesHere(session) ? tmuxAttach(session, tmux_socket) : attachThere(session)}
        name="tmux command"
      />
      {ssh_host === null ? null : (
        <>
          <p className="label">Over ssh</p>
          <CommandLine text={sshAttach(session, { ssh_host, tmux_socket })} name="ssh command" />
        </>
      )}
    </>
  )
}
