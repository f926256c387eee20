// The frames of the gateway's WebSocket protocol 4: each is parsed here before anything is made of it.
import { z } from 'zod'
import { wellFormedJson } from '#base/well-formed-json.ts'

/** The version of the protocol that is spoken. */
export const gatewayProtocol = 4

const errorSchema = z.object({
  code: z.string(),
  message: z.string().default(''),
  /** Its `code` tells more than the outer one, which mostly says INVALID_REQUEST. */
  details: z.looseObject({ code: z.string().optional() }).optional().catch(undefined),
})
export type GatewayError = z.infer<typeof errorSchema>

const responseSchema = z.object({
  type: z.literal('res'),
  id: z.string(),
  ok: z.boolean(),
  payload: z.unknown().optional(),
  error: errorSchema.optional(),
})
export type GatewayResponse = z.infer<typeof responseSchema>

const eventSchema = z.object({ type: z.literal('event'), event: z.string(), payload: z.unknown().optional() })
export type GatewayEvent = z.infer<typeof eventSchema>

const frameSchema = z.discriminatedUnion('type', [responseSchema, eventSchema])
export type GatewayFrame = z.infer<typeof frameSchema>

/** Null for text that is no frame of the protocol. */
export function parseFrame(text: string): GatewayFrame | null {
  const parsed = frameSchema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}

/** Answer to `connect`. */
export const helloSchema = z.object({
  type: z.literal('hello-ok'),
  protocol: z.literal(gatewayProtocol),
  server: z.object({ version: z.string() }),
  policy: z.object({ tickIntervalMs: z.number().positive() }).partial().default({}),
})
export type GatewayHello = z.infer<typeof helloSchema>

const shutdownSchema = z.object({ reason: z.string() })

/** The reason that a `shutdown` event gives; null for other events. */
export function shutdownReason({ event, payload }: GatewayEvent): string | null {
  if (event !== 'shutdown') return null
  const parsed = shutdownSchema.safeParse(payload)
  return parsed.success ? parsed.data.reason : 'no reason given'
}

type ConnectRequest = { readonly token: string | null; readonly version: string; readonly platform: string }

/**
 * What `connect` is asked with. A backend client on the gateway's own machine needs no device identity; switching a job
 * takes the admin scope.
 */
export function connectParams({ token, version, platform }: ConnectRequest): Readonly<Record<string, unknown>> {
  return {
    minProtocol: gatewayProtocol,
    maxProtocol: gatewayProtocol,
    client: { id: 'gateway-client', version, platform, mode: 'backend' },
    role: 'operator',
    scopes: ['operator.read', 'operator.write', 'operator.admin'],
    caps: ['tool-events'],
    ...(token === null ? {} : { auth: { token } }),
    locale: 'en-US',
    userAgent: `orrery/${version}`,
  }
}
