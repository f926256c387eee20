// One look at the gateway, for `orrery doctor`: it connects, greets and leaves.
import type { Result } from '#base/result.ts'
import { ok } from '#base/result.ts'
import { connectionLimits, openConnection } from './connection.ts'
import type { GatewayProblem } from './problems.ts'
import { createFindToken, type FoundToken, type TokenPlaces } from './token.ts'

export type Probed = { readonly version: string; readonly tokenSource: FoundToken['source'] }

export type ProbeOptions = TokenPlaces & {
  /** Version of this program. */
  readonly version: string
  /** Until the greeting is over. */
  readonly openMs: number
}

/** Resolves with what greets, refuses with why nothing does. */
export async function probeGateway(options: ProbeOptions): Promise<Result<Probed, GatewayProblem>> {
  const found = await createFindToken(options)()
  const leaving = new AbortController()
  const opened = await openConnection({
    ...options,
    token: found.token,
    limits: { ...connectionLimits, openMs: options.openMs },
    onEvent: () => {},
    signal: leaving.signal,
  })
  leaving.abort()
  return opened.ok ? ok({ version: opened.value.hello.server.version, tokenSource: found.source }) : opened
}
