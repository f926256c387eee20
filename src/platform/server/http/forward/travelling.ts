// A request and its answer as texts on the way between nodes. No token travels: who asked was judged before.
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'

const principalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['access_token', 'step', 'mcp', 'tool']) }),
  z.object({ kind: z.enum(['login', 'decider']), loginId: z.string() }),
])

const requestSchema = z.object({
  /** The node that sends it. */
  from: z.string(),
  method: z.string(),
  url: z.string(),
  /** Missing: none was sent. */
  body: z.unknown().optional(),
  userAgent: z.string().nullable(),
  agent: z.string().nullable(),
  principal: principalSchema.nullable(),
  /** What the caller is called there. */
  name: z.string(),
})

const answerSchema = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** In base64 what is no text. */
  encoding: z.enum(['utf8', 'base64']),
  body: z.string(),
})

export type TravellingRequest = z.infer<typeof requestSchema>
export type TravellingAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export function writeRequest(request: TravellingRequest): string {
  return JSON.stringify(request)
}

/** Throws for what no node of this version sent. */
export function readRequest(text: string): TravellingRequest {
  return requestSchema.parse(JSON.parse(text))
}

export function writeAnswer({ status, headers, body }: TravellingAnswer): string {
  const encoding = isUtf8(body) ? 'utf8' : 'base64'
  return JSON.stringify({ status, headers, encoding, body: body.toString(encoding) })
}

/** Throws for what no node of this version sent. */
export function readAnswer(text: string): TravellingAnswer {
  const { status, headers, encoding, body } = answerSchema.parse(JSON.parse(text))
  return { status, headers, body: Buffer.from(body, encoding) }
}
