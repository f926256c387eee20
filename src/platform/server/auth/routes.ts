// The routes of logging in and out: a one-time code against a token, and the list of logins.
import { describeBrowser } from '#base/describe-browser.ts'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { LoginLink, Refusal, Removed } from '#platform/contract.ts'
import type { AuditLog, AuditRow } from '../audit/audit.ts'
import type { Api } from '../http/api.ts'
import { mount } from '../http/mount.ts'
import type { Auth } from './auth.ts'
import { authRoutes } from './bound-routes.ts'

export type AuthRoutesOptions = {
  readonly auth: Auth
  /** The base URL that a login link begins with. */
  readonly baseUrl: () => string
}

export type MountedAuthOptions = AuthRoutesOptions & {
  /** Where is kept who came in, who tried, and who went. */
  readonly audit: AuditLog
}

export function mountAuthRoutes(api: Api, options: MountedAuthOptions): void {
  mountSession(api, options)
  mountLogins(api, options)
}

/** A fresh one-time login link. The code stands in the fragment, which browsers keep to themselves. */
export function makeLoginLink({ auth, baseUrl }: AuthRoutesOptions): LoginLink {
  const { code, expiresAtMs } = auth.issueCode()
  return { url: `${baseUrl()}/#login=${code}`, code, expires_at: toIso(expiresAtMs) }
}

function mountSession(api: Api, { auth, audit }: MountedAuthOptions): void {
  mount(api, authRoutes.logIn, async ({ body, request }) => {
    const label = request.headers['user-agent'] ?? 'unknown'
    const peer = request.socket.remoteAddress ?? ''
    const issued = await auth.exchange({ code: body.code, label, peer })
    if (issued.ok) await audit.record({ ...loggedIn, actor: { kind: 'person', name: describeBrowser(label) } })
    else await audit.record({ ...refusedOf(issued.error), actor: { kind: 'person', name: peer } })
    return issued.ok ? ok({ token: issued.value.token, expires_at: issued.value.expiresAt }) : issued
  })
  mount(api, authRoutes.logOut, async ({ request: { principal } }) => {
    if (principal?.kind !== 'login') return err(notALogin)
    const name = auth.nameOf(principal)
    const revoked = await auth.revoke(principal.loginId)
    if (revoked.ok) await audit.record({ ...loggedOut, actor: { kind: 'person', name } })
    return removed(revoked)
  })
}

function mountLogins(api: Api, options: MountedAuthOptions): void {
  const { auth, audit } = options
  mount(api, authRoutes.makeLoginLink, () => ok(makeLoginLink(options)))
  mount(api, authRoutes.listLogins, ({ request: { principal } }) => {
    const own = principal?.kind === 'login' ? principal.loginId : null
    return ok({ logins: auth.logins().map((login) => ({ ...login, current: login.id === own })) })
  })
  mount(api, authRoutes.endLogin, async ({ params, request: { principal } }) => {
    const ended = auth.nameOf({ kind: 'login', loginId: params.id })
    const name = auth.nameOf(principal)
    const revoked = await auth.revoke(params.id)
    if (revoked.ok) await audit.record({ ...endedOf(ended), actor: { kind: 'person', name } })
    return removed(revoked)
  })
}

type Told = Omit<AuditRow, 'actor'>
const aboutLogins = { subject: { type: 'login', id: 'logins', label: 'Logins' } } as const
const loggedIn: Told = { ...aboutLogins, kind: 'auth.login', text: 'logged in' }
const loggedOut: Told = { ...aboutLogins, kind: 'auth.logout', text: 'logged out' }
const endedOf = (ended: string): Told => ({ ...aboutLogins, kind: 'auth.ended', text: `ended the login of ${ended}` })

/** By the code of the refusal alone: the sentence of one may change with each second that is left to wait. */
function refusedOf({ error }: Refusal): Told {
  const why =
    error === 'too_many'
      ? 'too many wrong codes'
      : error === 'unauthenticated'
        ? 'a wrong code'
        : 'it could not be kept'
  return { ...aboutLogins, kind: 'auth.refused', text: `a login was refused: ${why}` }
}

function removed(revoked: Result<unknown, Refusal>): Result<Removed, Refusal> {
  return revoked.ok ? ok({ ok: true }) : revoked
}

const notALogin: Refusal = {
  error: 'conflict',
  reason: 'The ACCESS_TOKEN is no login and can not be logged out.',
  hint: 'End a login in the settings, under Access, or give the service another ACCESS_TOKEN.',
}
