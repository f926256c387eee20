// Settings: this browser's login, the other ones, and how to sign in elsewhere.
import { useState, type ReactNode } from 'react'
import { endLogin, listLogins, makeLoginLink } from '#platform/api.ts'
import type { ListedLogin, LoginLink } from '#platform/contract.ts'
import { call } from '../api/call.ts'
import { useQuery } from '../api/use-query.ts'
import { Setting } from '../settings/setting.tsx'
import { formatExact, RelativeTime } from '../time/relative-time.tsx'
import { Button } from '../ui/button.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { ProblemView } from '../ui/problem-view.tsx'
import { report } from '../ui/report.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { describeBrowser } from '#base/describe-browser.ts'
import { SignIn } from './sign-in.tsx'
import { askToSignOut } from './sign-out.ts'
import { useSignedIn } from './token.ts'

export function AccessSection(): ReactNode {
  const isSignedIn = useSignedIn()
  if (!isSignedIn) {
    return (
      <section>
        <h2>This browser</h2>
        <div className="setting">
          <SignIn why="Not signed in. Looking may need no login here; launching and stopping agents does." />
        </div>
      </section>
    )
  }
  return (
    <>
      <OtherDevice />
      <Logins />
    </>
  )
}

function OtherDevice(): ReactNode {
  const [link, setLink] = useState<LoginLink | null>(null)
  const make = async () => {
    const answer = await call(makeLoginLink)
    if (answer.ok) setLink(answer.value)
    else report('No link was made', answer.error)
  }
  return (
    <section>
      <h2>Another device</h2>
      <Setting
        title="Sign in elsewhere"
        text={
          link === null
            ? 'A link that works once and for ten minutes.'
            : `Works once, until ${formatExact(link.expires_at)}.`
        }
      >
        {link === null ? (
          <Button label="Make a link" onClick={() => void make()} />
        ) : (
          <CommandLine text={link.url} name="login link" />
        )}
      </Setting>
    </section>
  )
}

function Logins(): ReactNode {
  const [query, reload] = useQuery(loadLogins)
  const revoke = async (login: ListedLogin) => {
    if (login.current) return askToSignOut()
    const answer = await call(endLogin, { params: { id: login.id } })
    if (answer.ok) reload()
    else report('Not revoked', answer.error)
  }
  return (
    <section>
      <h2>Signed in</h2>
      {query.kind === 'loading' ? <Skeleton lines={3} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? (
        <LoginTable logins={query.value.logins} onRevoke={(login) => void revoke(login)} />
      ) : null}
    </section>
  )
}

const loadLogins = () => call(listLogins)

type TableProps = { readonly logins: readonly ListedLogin[]; readonly onRevoke: (login: ListedLogin) => void }

function LoginTable({ logins, onRevoke }: TableProps): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Browser</th>
          <th className="spare">Since</th>
          <th>Last used</th>
          <th>
            <span className="sr">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {logins.map((login) => (
          <tr key={login.id}>
            <td>
              <span title={login.label}>{describeBrowser(login.label)}</span>{' '}
              {login.current ? <span className="badge">this browser</span> : null}
            </td>
            <td className="spare">
              <RelativeTime since={login.created_at} />
            </td>
            <td>
              <RelativeTime since={login.last_used_at} />
            </td>
            <td className="num">
              <Button
                look="danger"
                isSmall
                label={login.current ? 'Sign out' : 'Revoke'}
                aria-label={login.current ? 'Sign out this browser' : `Revoke ${describeBrowser(login.label)}`}
                onClick={() => onRevoke(login)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
