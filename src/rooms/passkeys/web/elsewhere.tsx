// The way from 127.0.0.1, where browsers take no passkeys, to localhost: the same service, and whoever is signed in here is there.
import type { MouseEvent, ReactNode } from 'react'
import { makeLoginLink } from '#platform/api.ts'
import { call } from '#platform/web/api/call.ts'
import { accessToken } from '#platform/web/auth/token.ts'

export function Elsewhere({ address }: { readonly address: string }): ReactNode {
  const { host } = new URL(address)
  const go = (event: MouseEvent) => {
    // Another tab is opened by the browser itself, and signs in there.
    if (accessToken() === null || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    void signedIn(address).then((to) => location.assign(to))
  }
  return (
    <>
      Browsers take no passkeys at {location.hostname}. It is the same service at{' '}
      <a className="link" href={address} onClick={go}>
        {host}
      </a>
      .
    </>
  )
}

/** The address with a login for it: what a browser keeps of one name it does not have at the other. */
async function signedIn(address: string): Promise<string> {
  const answer = await call(makeLoginLink)
  return answer.ok ? `${address}#login=${answer.value.code}` : address
}
