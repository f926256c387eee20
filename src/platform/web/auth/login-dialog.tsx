// Explains calmly that something needs a signed-in browser, and closes by itself once it is.
import { useEffect, type ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { endAsking } from './ask-for-login.ts'
import { SignIn } from './sign-in.tsx'
import { onTokenChange } from './token.ts'

export function LoginDialog({ what }: { readonly what: string }): ReactNode {
  useEffect(() => onTokenChange(endAsking), [])
  return (
    <Dialog title="Sign this browser in" onClose={endAsking}>
      <div className="dialog-body">
        <SignIn
          why={`${what}: this browser is not signed in. Looking needs no login here; starting and stopping programs does.`}
        />
      </div>
    </Dialog>
  )
}
