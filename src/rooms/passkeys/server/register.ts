// Registering passkeys, and those that there are: for whoever is signed in.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describeBrowser } from '#base/describe-browser.ts'
import { idFrom } from '#base/ids.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AuditRow } from '#platform/server/audit/audit.ts'
import type { Principal } from '#platform/server/auth/auth.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { nameLimit, type PasskeyAnswer, type RegisterOptions, type NewPasskey } from '../contract.ts'
import { registrationOptions } from '../core/options.ts'
import type { Site } from '../core/site.ts'
import { passkeyRoutes } from './bound-routes.ts'
import { aboutLogins, challengeIn, siteOfRequest, type PasskeysContext } from './context.ts'
import { toPasskey, type KeptPasskey } from './store.ts'

/** More than anybody has devices; whoever has the token of one fills no table. */
const mostPasskeys = 100

export function mountRegistration(api: Api, context: PasskeysContext): void {
  const { store } = context
  const begin = ({ request }: { readonly request: FastifyRequest }) => beginRegistration(context, request)
  mount(api, passkeyRoutes.beginPasskey, begin)
  if (context.ports.mode === 'fabric') mount(api, passkeyRoutes.setUpInit, begin)
  mount(api, passkeyRoutes.addPasskey, ({ body, request }) => addPasskey(context, body, request))
  mount(api, passkeyRoutes.listPasskeys, async () => ok({ passkeys: (await store.all()).map(toPasskey) }))
  mount(api, passkeyRoutes.renamePasskey, async ({ params: { id }, body: { name } }) => {
    const passkey = (await store.rename(id, name)) ? await store.find(id) : null
    return passkey === null ? err(unknown(id)) : ok({ passkey: toPasskey(passkey) })
  })
  mount(api, passkeyRoutes.removePasskey, async ({ params: { id }, request: { principal } }) => {
    const passkey = await store.find(id)
    if (passkey === null || !(await store.remove(id))) return err(unknown(id))
    await context.audit.record(rowOf(context, principal, { kind: 'auth.passkey_removed', text: 'removed', passkey }))
    return ok({ ok: true })
  })
}

/** Whoever begins a registration is who ends it. */
const purposeOf = ({ origin }: Site, principal: Principal | null): string =>
  `register ${origin} ${principal?.kind === 'login' ? principal.loginId : principal?.kind}`

async function beginRegistration(
  { store, challenges, timers }: PasskeysContext,
  request: FastifyRequest,
): Promise<Result<RegisterOptions, Refusal>> {
  const site = siteOfRequest(request)
  if (!site.ok) return site
  const kept = await store.all()
  if (kept.length >= mostPasskeys) return err(tooMany)
  const { origin, host } = site.value
  const known = kept.filter((one) => one.host === host).map(({ credentialId }) => credentialId)
  const challenge = challenges.issue(purposeOf(site.value, request.principal), timers.passedMs())
  return ok(registrationOptions({ host, origin, challenge, known, userHandle: await store.holder() }))
}

async function addPasskey(
  context: PasskeysContext,
  body: NewPasskey,
  request: FastifyRequest,
): Promise<Result<PasskeyAnswer, Refusal>> {
  const { store, challenges, timers, clock } = context
  const site = siteOfRequest(request)
  if (!site.ok) return site
  const challenge = challengeIn(body.response.response.clientDataJSON)
  if (!challenges.isOurs(challenge, purposeOf(site.value, request.principal), timers.passedMs())) return err(notAsked)
  const { madePasskey } = await import('./signed.ts')
  const made = await madePasskey(body, { ...site.value, challenge })
  if (made === null) return err(notMade)
  if (!challenges.use(challenge, timers.passedMs())) return err(notAsked)
  const passkey: KeptPasskey = {
    ...made,
    id: idFrom(randomBytes(16)),
    name: body.name ?? nameAfter(request),
    host: site.value.host,
    created_at: toIso(clock.now()),
    last_used_at: null,
  }
  if (!(await store.add(passkey))) return err(keptAlready)
  const told = { kind: 'auth.passkey_added', text: 'registered', passkey }
  await context.audit.record(rowOf(context, request.principal, told))
  return ok({ passkey: toPasskey(passkey) })
}

function nameAfter({ headers }: FastifyRequest): string {
  return describeBrowser(headers['user-agent'] ?? 'A passkey').slice(0, nameLimit)
}

type Told = { readonly kind: string; readonly text: string; readonly passkey: KeptPasskey }

function rowOf({ ports }: PasskeysContext, principal: Principal | null, { kind, text, passkey }: Told): AuditRow {
  const { name, host } = passkey
  const actor = { kind: 'person', name: ports.auth.nameOf(principal) } as const
  return { ...aboutLogins, kind, actor, text: `${text} the passkey ${shown(name)} for ${host}` }
}

const unknown = (id: string): Refusal => ({
  error: 'not_found',
  reason: `No passkey has the id ${shown(id)}.`,
  hint: 'See them: orrery passkeys',
})

const tooMany: Refusal = {
  error: 'conflict',
  reason: `There are ${mostPasskeys} passkeys already.`,
  hint: 'Remove one that is not used any more: orrery passkeys',
}

const notAsked: Refusal = {
  error: 'invalid_request',
  reason: 'This answer is not to a question of this service, or came after more than five minutes.',
  hint: 'Begin again: press Add a passkey once more.',
}

const notMade: Refusal = {
  error: 'invalid_request',
  reason: 'The passkey does not hold: it was made for another address, or without looking who you are.',
  hint: 'Try again, with a device that asks for your finger, face or PIN.',
}

const keptAlready: Refusal = {
  error: 'conflict',
  reason: 'This passkey is registered already.',
  hint: 'Sign in with it as it is.',
}
