// Envelopes that a device sends: how it is, and what its sessions do.
import { z } from 'zod'
import { deviceApprovalSchema } from '#rooms/approvals/contract.ts'
import { deviceGatewaySchema, gpuSchema, harnessSchema, tagsSchema } from '../contract.ts'
import { headSchema, runKeySchema, runStateSchema } from './envelopes.ts'
import { nonceSchema, publicKeySchema, signatureSchema } from './keys.ts'

const unnumbered = <T extends string>(type: T) => headSchema.extend({ type: z.literal(type) })

/** Numbered within its run, without gaps from 1 on: kept on the device until the hub acknowledges it. */
const numbered = <T extends string>(type: T) =>
  unnumbered(type).extend({ ...runKeySchema.shape, seq: z.number().int().min(1) })

/** Milliseconds since the run began: no clock of the device is believed. */
const at = z.number().min(0)
/** Bytes of a terminal, base64. */
const bytes = z.string()

/** A run that the device knows: `last_seq` is the last number that it gave. */
export const knownRunSchema = runKeySchema.extend({
  last_seq: z.number().int().min(0),
  state: runStateSchema,
  /** What it is a run of, for a hub that does not know it. */
  harness: harnessSchema.optional(),
})
export type KnownRun = z.infer<typeof knownRunSchema>

/** The recipient that a device has now, and its signature over `recipientText`. */
export const recipientProofSchema = z.object({
  recipient: z.string().max(100),
  public_key: publicKeySchema,
  signature: signatureSchema,
})
export type RecipientProof = z.infer<typeof recipientProofSchema>

/** The first frame of a connection; the hub's `welcome` signs its nonce. */
export const helloSchema = unnumbered('hello').extend({
  protocol: z.number().int(),
  version: z.string().max(100),
  /** Of the machine's present run. */
  boot_id: z.string().max(100),
  /** Made anew by each start of a daemon: two at once with one key are a copy of it. */
  instance_id: z.string().min(1).max(100),
  capabilities: tagsSchema,
  installedHarnesses: z.array(harnessSchema),
  runs: z.array(knownRunSchema).max(10_000),
  nonce: nonceSchema,
  /** What its secrets are encrypted to, signed by its key; `public_key` counts for the hub's own machine alone. */
  vault: recipientProofSchema.optional(),
})
export type Hello = z.infer<typeof helloSchema>

/** What a device tells of itself, each time anew; bytes, load as the average of one minute. */
export const hostFactsSchema = z.object({
  free_ram: z.number().min(0),
  total_ram: z.number().positive(),
  load: z.number().min(0),
  cores: z.number().int().min(1),
  capabilities: tagsSchema,
  installedHarnesses: z.array(harnessSchema),
  /** By the harness; those that told theirs. A daemon of before tells none. */
  harness_versions: z.partialRecord(harnessSchema, z.string().max(100)).optional(),
  models: z.array(z.string().max(200)).max(500),
  gpus: z.array(gpuSchema).max(64),
  gateway: deviceGatewaySchema.nullable(),
})
export type HostFacts = z.infer<typeof hostFactsSchema>

/** Tells that the device lives; `n` counts from 1 within a connection. */
export const heartbeatSchema = unnumbered('heartbeat').extend({ n: z.number().int().min(1), ...hostFactsSchema.shape })
export type Heartbeat = z.infer<typeof heartbeatSchema>

/** What a child wrote. */
const output = <T extends string>(type: T) => numbered(type).extend({ data: bytes, at })

/** How a session ended. */
export const sessionExitSchema = numbered('session.exit').extend({
  exit_code: z.number().int().nullable(),
  signal: z.string().max(20).nullable(),
  reason: z.string().max(1000).nullable(),
})

/** The part of a stream that had to go: its last number is this envelope's own. */
export const sessionGapSchema = numbered('session.gap').extend({
  from: z.number().int().min(1),
  to: z.number().int().min(1),
  bytes: z.number().int().min(0),
})

/** Envelopes of a run's stream: none is lost but what a `session.gap` tells of. */
export const streamFrameSchema = z.discriminatedUnion('type', [
  numbered('session.accepted'),
  numbered('session.started').extend({ tmux_session: z.string().max(200).nullable() }),
  output('session.stdout'),
  output('session.stderr'),
  numbered('session.event').extend({
    event: z.string().max(100),
    then: z.array(z.string().max(100)).max(10).optional(),
    metadata: z.string().max(10_000).nullable(),
    at,
    /** By which its client names its conversation, and which client that is: told with the first event that knows it. */
    conversation: z.object({ id: z.string().max(200), harness: z.string().max(100) }).optional(),
  }),
  numbered('session.derived').extend({ change: z.unknown(), at }),
  numbered('session.usage').extend({ usage: z.unknown(), at }),
  numbered('session.approval').extend({ approval: deviceApprovalSchema, at }),
  sessionGapSchema,
  sessionExitSchema,
  numbered('session.refused').extend({ reason: z.string().max(1000), hint: z.string().max(1000).nullable() }),
])

/** One of them. */
export type StreamFrame = z.infer<typeof streamFrameSchema>

/** What a terminal shows to one viewer at the hub, and that it shows nothing more. */
export const fromTerminalSchema = z.discriminatedUnion('type', [
  unnumbered('terminal.data').extend({ terminal_id: z.string(), data: bytes }),
  unnumbered('terminal.ended').extend({
    terminal_id: z.string(),
    reason: z.enum(['gone', 'detached', 'failed', 'too_many']),
    message: z.string().max(500),
  }),
])
export type FromTerminal = z.infer<typeof fromTerminalSchema>

/** Answers what the hub asked by the frame with the id `to`. */
export const resultSchema = unnumbered('result').extend({ to: z.string(), ok: z.boolean(), value: z.unknown() })
/** One of them. */
export type DeviceResult = z.infer<typeof resultSchema>

/** Everything that a device sends. */
export const fromDeviceSchema = z.discriminatedUnion('type', [
  helloSchema,
  heartbeatSchema,
  unnumbered('pong').extend({ to: z.string() }),
  resultSchema,
  ...fromTerminalSchema.options,
  ...streamFrameSchema.options,
])
export type FromDevice = z.infer<typeof fromDeviceSchema>
