// The routes of logging in and out: a one-time code against a token, and the list of logins.
import {
  loginAnswerSchema,
  loginLinkSchema,
  loginListSchema,
  loginRequestSchema,
  removedSchema,
  type Refusal,
} from '#platform/contract.ts'
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import { z } from 'zod'
import type { Api } from '../http/api.ts'
import { sendResult } from '../http/refuse.ts'
import type { Auth } from './auth.ts'

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
export function makeLoginLink({ auth, baseUrl }: AuthRoutesOptions): { url: string; code: string; expires_at: string } {
  const { code, expiresAtMs } = auth.issueCode()
  return { url: `${baseUrl()}/#login=${code}`, code, expires_at: toIso(expiresAtMs) }
}

function mountSession(api: Api, auth: Auth): void {
  api.post(
    '/api/auth/login',
    { config: { access: 'public' }, schema: { body: loginRequestSchema, response: { 200: loginAnswerSchema } } },
    async (request, reply) => {
      const label = request.headers['user-agent'] ?? 'unknown'
      const peer = request.socket.remoteAddress ?? ''
      const issued = await auth.exchange({ code: request.body.code, label, peer })
      const answer = issued.ok ? ok({ token: issued.value.token, expires_at: issued.value.expiresAt }) : issued
      return sendResult(reply, answer)
    },
  )
  api.post(
    '/api/auth/logout',
    { config: { access: 'authenticated' }, schema: { response: { 200: removedSchema } } },
    async (request, reply) => {
      const { principal } = request
      if (principal?.kind !== 'login') return sendResult(reply, err(notALogin))
      const revoked = await auth.revoke(principal.loginId)
      return sendResult(reply, revoked.ok ? ok({ ok: true }) : revoked)
    },
  )
}

function mountLogins(api: Api, options: AuthRoutesOptions): void {
  const { auth } = options
  const config = { access: 'authenticated' } as const
  api.post(
    '/api/system/login-links',
    { config, schema: { response: { 201: loginLinkSchema } } },
    (_request, reply) => void sendResult(reply, ok(makeLoginLink(options)), 201),
  )
  api.get('/api/system/logins', { config, schema: { response: { 200: loginListSchema } } }, (request, reply) => {
    const own = request.principal?.kind === 'login' ? request.principal.loginId : null
    reply.send({ logins: auth.logins().map((login) => ({ ...login, current: login.id === own })) })
  })
  api.delete(
    '/api/system/logins/:id',
    { config, schema: { params: z.strictObject({ id: z.string() }), response: { 200: removedSchema } } },
    async (request, reply) => {
      const revoked = await auth.revoke(request.params.id)
      return sendResult(reply, revoked.ok ? ok({ ok: true }) : revoked)
    },
  )
}

const notALogin: Refusal = {
  error: 'conflict',
  reason: 'The ACCESS_TOKEN is no login and can not be logged out.',
  hint: 'End a login with DELETE /api/system/logins/:id, or give the service another ACCESS_TOKEN.',
}
