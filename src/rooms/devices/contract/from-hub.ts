// Envelopes that the hub sends to a device: what it is to do, and what has arrived.
import { z } from 'zod'
import { harnesses } from '#base/harness/adapter.ts'
import { headSchema, runKeySchema, streamMarkSchema } from './envelopes.ts'
import { signatureSchema } from './keys.ts'

const envelope = <T extends string>(type: T) => headSchema.extend({ type: z.literal(type) })
const aboutRun = <T extends string>(type: T) => envelope(type).extend(runKeySchema.shape)

/** Bounds that the device keeps to while this connection lasts. */
export const limitsSchema = z.object({
  /** Without an acknowledgement of a heartbeat for so long it dials anew. */
  ack_timeout_ms: z.number().int().positive(),
  frame_bytes: z.number().int().positive(),
  /** Unsent, it stops reading its children. */
  unsent_bytes: z.number().int().positive(),
})

/** Answers `hello`: before it no frame is obeyed, and it counts only with the hub's signature. */
export const welcomeSchema = envelope('welcome').extend({
  protocol: z.number().int(),
  interval_ms: z.number().int().positive(),
  limits: limitsSchema,
  /** Where each run that the device told of goes on: after this number. */
  resume: z.array(streamMarkSchema),
  /** Where each node of this hub is reached: any of them will do. Left out where there is one. */
  hubs: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(100)
    .optional(),
  signature: signatureSchema,
})
export type Welcome = z.infer<typeof welcomeSchema>

/** The key is refused from now on. The signature covers the nonce of this connection's `hello`. */
export const revokedSchema = envelope('revoked').extend({ signature: signatureSchema })

/** A start of a session; resent until it is started or refused. */
export const sessionStartSchema = aboutRun('session.start').extend({
  /** One of the six. By their names: a daemon reads its frames without the schemas of the API. */
  harness: z.enum(harnesses),
  prompt: z.string(),
  model: z.string().nullable(),
  working_dir: z.string().nullable(),
  /** Encrypted to this device, by name of variable. */
  credentials: z.record(z.string(), z.string()),
  options: z.record(z.string(), z.unknown()),
})
export type SessionStart = z.infer<typeof sessionStartSchema>

const ofTerminal = <T extends string>(type: T) => envelope(type).extend({ terminal_id: z.string().min(1).max(100) })
const size = { columns: z.number().int().min(2).max(1000), rows: z.number().int().min(1).max(500) }

/** A person looks at a terminal of the device: unnumbered, and over with the connection. */
export const terminalFrameSchema = z.discriminatedUnion('type', [
  ofTerminal('terminal.open').extend({ ...runKeySchema.shape, mode: z.enum(['write', 'read']), ...size }),
  /** What was typed, base64. */
  ofTerminal('terminal.data').extend({ data: z.string() }),
  ofTerminal('terminal.size').extend(size),
  /** How many bytes of output the hub has taken so far: the device sends only so far ahead of it. */
  ofTerminal('terminal.taken').extend({ bytes: z.number().int().min(0) }),
  ofTerminal('terminal.close'),
])
export type TerminalFrame = z.infer<typeof terminalFrameSchema>

/** A question, which a `result` answers. */
export const requestSchema = envelope('request').extend({ what: z.string().max(60), about: z.unknown() })
/** One of them. */
export type RequestFrame = z.infer<typeof requestSchema>

/** Everything that the hub sends. */
export const fromHubSchema = z.discriminatedUnion('type', [
  welcomeSchema,
  envelope('heartbeat.ack').extend({ n: z.number().int(), time: z.iso.datetime() }),
  sessionStartSchema,
  aboutRun('session.cancel'),
  aboutRun('session.input').extend({ data: z.string() }),
  aboutRun('session.resize').extend({ columns: z.number().int().positive(), rows: z.number().int().positive() }),
  envelope('session.ack').extend(streamMarkSchema.shape),
  envelope('approval.answer').extend({ approval_id: z.string(), decision: z.unknown() }),
  ...terminalFrameSchema.options,
  requestSchema,
  envelope('ping'),
  envelope('caps.refresh'),
  revokedSchema,
  envelope('shutdown').extend({ retry_after_ms: z.number().int().min(0) }),
])
export type FromHub = z.infer<typeof fromHubSchema>
