// The routes of logging in and out: a one-time code against a token, and the list of logins.
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { LoginLink, Refusal, Removed } from '#platform/contract.ts'
import type { Api } from '../http/api.ts'
import { mount } from '../http/mount.ts'
import type { Auth } from './auth.ts'
import { authRoutes } from './bound-routes.ts'

export type AuthRoutesOptions = {
  readonly auth: Auth
  /** The base URL that a login link begins with. */
  readonly baseUrl: () => string
}

export function mountAuthRoutes(api: Api, options: AuthRoutesOptions): void {
  mountSession(api, options.auth)
  mountLogins(api, options)
}

/** A fresh one-time login link. The code stands in the fragment, which browsers keep to themselves. */
export function makeLoginLink({ auth, baseUrl }: AuthRoutesOptions): LoginLink {
  const { code, expiresAtMs } = auth.issueCode()
  return { url: `${baseUrl()}/#login=${code}`, code, expires_at: toIso(expiresAtMs) }
}

function mountSession(api: Api, auth: Auth): void {
  mount(api, authRoutes.logIn, async ({ body, request }) => {
    const label = request.headers['user-agent'] ?? 'unknown'
    const peer = request.socket.remoteAddress ?? ''
    const issued = await auth.exchange({ code: body.code, label, peer })
    return issued.ok ? ok({ token: issued.value.token, expires_at: issued.value.expiresAt }) : issued
  })
  mount(api, authRoutes.logOut, async ({ request: { principal } }) => {
    if (principal?.kind !== 'login') return err(notALogin)
    return removed(await auth.revoke(principal.loginId))
  })
}

function mountLogins(api: Api, options: AuthRoutesOptions): void {
  const { auth } = options
  mount(api, authRoutes.makeLoginLink, () => ok(makeLoginLink(options)))
  mount(api, authRoutes.listLogins, ({ request: { principal } }) => {
    const own = principal?.kind === 'login' ? principal.loginId : null
    return ok({ logins: auth.logins().map((login) => ({ ...login, current: login.id === own })) })
  })
  mount(api, authRoutes.endLogin, async ({ params }) => removed(await auth.revoke(params.id)))
}

function removed(revoked: Result<unknown, Refusal>): Result<Removed, Refusal> {
  return revoked.ok ? ok({ ok: true }) : revoked
}

const notALogin: Refusal = {
  error: 'conflict',
  reason: 'The ACCESS_TOKEN is no login and can not be logged out.',
  hint: 'End a login with DELETE /api/system/logins/:id, or give the service another ACCESS_TOKEN.',
}
