// What the page takes from passkeys; all of it is loaded with its first use.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

/** The passkeys that there are: a part of the settings, under Access. */
export const PasskeysSection = lazyPart(() =>
  import('./passkeys-section.tsx').then(({ PasskeysSection }) => PasskeysSection),
)

const SignInByPasskey = lazyPart(
  () => import('./sign-in-by-passkey.tsx').then(({ SignInByPasskey }) => SignInByPasskey),
  null,
)

/** Signing in with a passkey, wherever the page asks for a login. */
export const passkeysRoom: PageRoom = { name: 'passkeys', SignInWay: SignInByPasskey }
