// Signing in with a passkey: open to anybody, so that wrong answers are slowed down, and a right one is always taken.
import type { FastifyRequest } from 'fastify'
import { describeBrowser } from '#base/describe-browser.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import { toIso } from '#base/time.ts'
import type { LoginAnswer, Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { LoginOptions, PasskeyLogin } from '../contract.ts'
import { hasGrown } from '../core/counter.ts'
import { loginOptions } from '../core/options.ts'
import type { Site } from '../core/site.ts'
import { passkeyRoutes } from './bound-routes.ts'
import { aboutLogins, challengeIn, siteOfRequest, type PasskeysContext } from './context.ts'
import type { KeptPasskey } from './store.ts'

export function mountLogin(api: Api, context: PasskeysContext): void {
  mount(api, passkeyRoutes.beginLogin, ({ request }) => beginLogin(context, request))
  mount(api, passkeyRoutes.logInByPasskey, ({ body, request }) => logIn(context, body, request))
}

const purposeOf = ({ origin }: Site): string => `log in ${origin}`

/** Costs a hash and keeps nothing, whoever asks how often. */
function beginLogin({ challenges, timers }: PasskeysContext, request: FastifyRequest): Result<LoginOptions, Refusal> {
  const site = siteOfRequest(request)
  if (!site.ok) return site
  return ok(loginOptions(site.value.host, challenges.issue(purposeOf(site.value), timers.passedMs())))
}

async function logIn(
  context: PasskeysContext,
  body: PasskeyLogin,
  request: FastifyRequest,
): Promise<Result<LoginAnswer, Refusal>> {
  const { throttle, timers, audit, ports } = context
  const peer = request.socket.remoteAddress ?? ''
  const label = request.headers['user-agent'] ?? 'unknown'
  const used = await takePasskey(context, body, request)
  if (!used.ok) {
    // Told before it is slowed down: behind a proxy all share an address, and a person's passkey says who they are.
    const waitMs = throttle.waitMs(peer, timers.passedMs())
    if (waitMs === 0) throttle.recordWrong(peer, timers.passedMs())
    const refusal = waitMs > 0 ? tooManyTries(waitMs) : used.error
    await audit.record({
      ...aboutLogins,
      kind: 'auth.refused',
      actor: { kind: 'person', name: peer },
      text: `a login was refused: ${waitMs > 0 ? 'too many wrong passkeys' : 'a wrong passkey'}`,
    })
    return err(refusal)
  }
  throttle.forget(peer)
  const issued = await ports.auth.admit(label)
  if (!issued.ok) return issued
  const actor = { kind: 'person', name: describeBrowser(label) } as const
  const text = `logged in with the passkey ${shown(used.value.name)}`
  await audit.record({ ...aboutLogins, kind: 'auth.login', actor, text })
  return ok({ token: issued.value.token, expires_at: issued.value.expiresAt })
}

/** Which passkey signed, once it holds and its use is written down. Rejects with `StorageError`. */
async function takePasskey(
  { store, challenges, timers, clock }: PasskeysContext,
  body: PasskeyLogin,
  request: FastifyRequest,
): Promise<Result<KeptPasskey, Refusal>> {
  const site = siteOfRequest(request)
  if (!site.ok) return site
  const challenge = challengeIn(body.response.response.clientDataJSON)
  if (!challenges.isOurs(challenge, purposeOf(site.value), timers.passedMs())) return err(notAsked)
  const passkey = await store.findByCredential(body.response.id)
  if (passkey === null || passkey.host !== site.value.host) return err(unknown)
  const { signedCounter } = await import('./signed.ts')
  const counter = await signedCounter(body, passkey, { ...site.value, challenge })
  if (counter === null) return err(notSigned)
  if (!challenges.use(challenge, timers.passedMs())) return err(notAsked)
  if (!hasGrown(passkey.counter, counter)) return err(counterFell)
  const now = { ...passkey, counter, last_used_at: toIso(clock.now()) }
  // Removed, or used elsewhere with a later count, while its signature was checked.
  return (await store.used(now)) ? ok(now) : err(unknown)
}

const elsewise = 'Sign in with a link of: orrery login'

const notAsked: Refusal = {
  error: 'unauthenticated',
  reason: 'This answer was used already, came after more than five minutes, or is to no question of this service.',
  hint: 'Press Sign in with a passkey once more.',
}

const unknown: Refusal = {
  error: 'unauthenticated',
  reason: 'This service knows no such passkey: it was removed here, or belongs to another Orrery.',
  hint: elsewise,
}

const notSigned: Refusal = {
  error: 'unauthenticated',
  reason: 'The passkey does not hold: it signed for another address, or without looking who you are.',
  hint: elsewise,
}

const counterFell: Refusal = {
  error: 'unauthenticated',
  reason: 'The counter of this passkey fell: it was copied, or its device was set back.',
  hint: 'Remove it in the settings, under Access, and register another. To sign in: orrery login',
}

function tooManyTries(waitMs: number): Refusal {
  return {
    error: 'too_many',
    reason: 'Too many wrong passkeys came from this address.',
    hint: `A right one is taken at any time. Wrong ones are looked at again in ${Math.ceil(waitMs / 1000)} s.`,
  }
}
