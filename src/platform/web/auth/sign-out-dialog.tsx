// The question before a sign-out that would throw somebody's words away.
import type { ReactNode } from 'react'
import { formatCount } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { signOut, signOutAsked } from './sign-out.ts'

const stay = (): void => signOutAsked.set(null)

export function SignOutDialog({ unsent }: { readonly unsent: number }): ReactNode {
  const texts = unsent === 1 ? 'a text that was not sent' : `${formatCount(unsent)} texts that were not sent`
  return (
    <Dialog title="Sign out this browser?" onClose={stay}>
      <div className="dialog-body">
        <p>
          This browser keeps {texts}: replies, descriptions or forms that somebody began. Signed out, they are thrown
          away, so that nobody else who uses it reads them.
        </p>
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Stay signed in" keys="Esc" onClick={stay} />
        <Button look="danger" label="Sign out and throw away" onClick={() => void signOut()} />
      </footer>
    </Dialog>
  )
}
