// Starts a real server on a free port of 127.0.0.1 for tests, with a home of its own that goes away with it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuth, type Auth } from '../../auth/auth.ts'
import { mountAuthRoutes } from '../../auth/routes.ts'
import { systemClock } from '../../clock.ts'
import { silentLog } from '../../log/log.ts'
import {
  createHttpServer,
  type HttpConfig,
  type HttpServer,
  type HttpServerOptions,
  type Listening,
} from '../server.ts'

export const testToken = 'a-token-for-tests-only'

export type TestServer = Listening & {
  readonly server: HttpServer
  readonly auth: Auth
  /** Sends a request, by default with ACCESS_TOKEN; a body goes as JSON. */
  send(method: string, path: string, sent?: TestRequest): Promise<Response>
  stop(): Promise<void>
}

/** What goes with a request of a test. */
export type TestRequest = {
  readonly body?: unknown
  /** Null for none; default the ACCESS_TOKEN. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export type TestOptions = Partial<Omit<HttpServerOptions, 'config' | 'auth'>> & {
  readonly config?: Partial<HttpConfig>
  /** Mounts what the test is about, before the server listens. */
  readonly mount?: (server: HttpServer) => void
}

/** ACCESS_TOKEN is `testToken`; answers are checked against their schemas; the routes of logging in are mounted. */
export async function startTestServer({ config, mount, ...options }: TestOptions = {}): Promise<TestServer> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-http-'))
  const auth = await createAuth({ home, accessToken: testToken, clock: systemClock, log: silentLog })
  const server = createHttpServer({
    config: { ...plainConfig, ...config },
    auth,
    log: silentLog,
    version: '0.0.0',
    pageFolder: null,
    gone: () => null,
    notReady: () => null,
    checkAnswers: true,
    ...options,
  })
  const stop = async () => {
    await server.close()
    await auth.close()
    await rm(home, { recursive: true })
  }
  try {
    mountAuthRoutes(server.api, { auth, baseUrl: server.baseUrl, audit: { record: async () => {} } })
    mount?.(server)
    const listening = await server.listen()
    return { ...listening, server, auth, send: senderTo(listening.url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function senderTo(url: string): TestServer['send'] {
  return (method, path, { body, token = testToken, headers } = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

const plainConfig: HttpConfig = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  allowedHosts: [],
  requireTokenLocally: false,
  hooks: { port: null, autoInstall: false, interactiveStop: 'to_review', promptSubmit: 'working' },
}
