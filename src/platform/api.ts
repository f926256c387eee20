// The routes of the service itself: logging in and out, the list of logins, health, the documents of the API.
import type { LoginAnswer, LoginLink, LoginList, LoginRequest, Removed, Status } from './contract.ts'
import { route } from './route.ts'

/** The socket that tells every live resource of the board. */
export const stateSocket = { path: '/ws/state', access: 'local_or_authenticated' } as const

/** Exchanges the one-time code of a login link for this browser's token. */
export const logIn = route<{ body: LoginRequest; answer: LoginAnswer }>()({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
})

/** Ends the login that asks. */
export const logOut = route<{ answer: Removed }>()({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'authenticated',
})

/** Makes a login link, good once. */
export const makeLoginLink = route<{ answer: LoginLink }>()({
  method: 'POST',
  path: '/api/system/login-links',
  access: 'authenticated',
})

export const listLogins = route<{ answer: LoginList }>()({
  method: 'GET',
  path: '/api/system/logins',
  access: 'authenticated',
})

/** Ends a login, and with it its live sockets. */
export const endLogin = route<{ answer: Removed }>()({
  method: 'DELETE',
  path: '/api/system/logins/:id',
  access: 'authenticated',
})

/** Whether the process answers at all. */
export const readHealth = route<{ answer: Status }>()({ method: 'GET', path: '/healthz', access: 'public' })

/** Whether the service takes work; refuses with the reason when it does not. */
export const readReadiness = route<{ answer: Status }>()({ method: 'GET', path: '/readyz', access: 'public' })

/** Counters and gauges in the text form of Prometheus. */
export const readMetrics = route<{ answer: string }>()({
  method: 'GET',
  path: '/metrics',
  access: 'local_or_authenticated',
})

/** The OpenAPI document of all routes, as JSON text. */
export const readDocument = route<{ answer: string }>()({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'local_or_authenticated',
})

/** The viewer of that document, with what lies below it. */
export const readDocs = route<{ answer: string }>()({
  method: 'GET',
  path: '/api/docs',
  access: 'local_or_authenticated',
})

/** Below it the plugins of the person answer. The token of a step is good for that, and for nothing else. */
export const pluginPrefix = '/api/plugins/'
