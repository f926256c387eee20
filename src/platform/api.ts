// The routes of the service itself: logging in and out, the list of logins, health, the documents of the API.
import type { LoginAnswer, LoginLink, LoginList, LoginRequest, Removed, Status } from './contract.ts'
import type { AccessClass } from './access.ts'
import { route } from './route.ts'

/** What lies under one of these is for programs; every other path is the page's. */
export const programPrefixes = ['/api', '/ws', '/mcp', '/metrics'] as const

/** What agents' hooks talk to: all that the listener for hooks answers. */
export const hookPrefixes = ['/api/hooks/ingest', '/api/hooks/sessions'] as const

/** Paths under `prefix` that no route has are refused as its class says. */
export type AccessPrefix = { readonly prefix: string; readonly access: AccessClass }

/** The class of a path that no route has: the longest prefix decides, and under none of them it is public. */
export const accessPrefixes: readonly AccessPrefix[] = [
  { prefix: '/api', access: 'local_or_authenticated' },
  { prefix: '/api/hooks/ingest', access: 'local_only' },
  { prefix: '/api/hooks/sessions', access: 'local_or_exposed' },
  { prefix: '/api/agents', access: 'authenticated' },
  { prefix: '/api/system', access: 'authenticated' },
  { prefix: '/api/flow', access: 'authenticated' },
  { prefix: '/api/flow/webhooks', access: 'signed' },
  { prefix: '/api/gateway', access: 'authenticated' },
  { prefix: '/api/plugins', access: 'authenticated' },
  { prefix: '/mcp', access: 'authenticated' },
  { prefix: '/metrics', access: 'local_or_authenticated' },
  { prefix: '/ws', access: 'local_or_authenticated' },
  { prefix: '/ws/flow', access: 'authenticated' },
  { prefix: '/ws/terminal', access: 'authenticated' },
  { prefix: '/ws/device', access: 'device' },
]

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

/** Every login that counts, the asking one marked. */
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

/** What decides one approval. The key of a browser's worker is good for that, and for nothing else. */
export const decisionRoute = { method: 'POST', path: '/api/approvals/:id' } as const

/** Where agents use the tools. The token for that is good for nothing else. */
export const toolsPath = '/mcp'
