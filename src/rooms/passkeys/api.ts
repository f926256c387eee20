// The routes of passkeys: registering, seeing and removing them, and signing in with one.
import type { LoginAnswer, Removed } from '#platform/contract.ts'
import { route } from '#platform/route.ts'
import type {
  LoginOptions,
  PasskeyAnswer,
  PasskeyList,
  PasskeyLogin,
  RegisterOptions,
  NewPasskey,
  Rename,
} from './contract.ts'

const access = 'authenticated'

/** Begins a registration: what the browser is to make, good for five minutes. */
export const beginPasskey = route<{ answer: RegisterOptions }>()({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access,
})

/** The same as the first step of a fabric that is set up; it exists in fabric mode alone. */
export const setUpInit = route<{ answer: RegisterOptions }>()({ method: 'POST', path: '/api/auth/setup-init', access })

/** Keeps a passkey that a browser made for it. */
export const addPasskey = route<{ body: NewPasskey; answer: PasskeyAnswer }>()({
  method: 'POST',
  path: '/api/auth/passkeys',
  access,
})

/** The passkeys that sign in. */
export const listPasskeys = route<{ answer: PasskeyList }>()({ method: 'GET', path: '/api/auth/passkeys', access })

/** Gives one another name. */
export const renamePasskey = route<{ body: Rename; answer: PasskeyAnswer }>()({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  access,
})

/** From then on it signs nobody in. Logins that were made with it go on until they are ended. */
export const removePasskey = route<{ answer: Removed }>()({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  access,
})

/** Begins a login: what an authenticator is to sign, good for five minutes and once. */
export const beginLogin = route<{ answer: LoginOptions }>()({
  method: 'POST',
  path: '/api/auth/passkey-login/options',
  access: 'public',
})

/** Trades what it signed for a login's token. */
export const logInByPasskey = route<{ body: PasskeyLogin; answer: LoginAnswer }>()({
  method: 'POST',
  path: '/api/auth/passkey-login/verify',
  access: 'public',
})
