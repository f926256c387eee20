// Wire types of devices: machines that a hub may start sessions on, how they are paired, and what is told of them.
import { z } from 'zod'
import { harnesses, type Harness } from '#base/harness/adapter.ts'
import { timestampSchema, type PageQuery } from '#platform/contract.ts'
import { sessionListQuerySchema, sessionSchema } from '#rooms/sessions/contract.ts'

/** The name of one of the six harnesses; the catalog is locked. */
export const harnessSchema = z.enum(harnesses, { error: `must be one of ${harnesses.join(', ')}` })

/** Longest capability tag, in characters. */
export const tagLimit = 100
/** Most capability tags of one device. */
export const mostTags = 64

/** A capability, as in `gpu-cuda`, `harness:codex` or `ram:32`: what a step or a session may require of a machine. */
export const tagSchema = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.:+-]*$/, 'must be letters, digits and . _ : + -, beginning with a letter or a digit')
  .max(tagLimit)
/** Tags without order; a repeated one counts once. */
export const tagsSchema = z.array(tagSchema).max(mostTags)

/** Longest label of a device, in characters. */
export const labelLimit = 80
/** What people call a device. */
export const labelSchema = z.string().trim().min(1).max(labelLimit)

/** One graphics card, as its driver tells of it; bytes. */
export const gpuSchema = z.object({ name: z.string().max(200), total_memory: z.number(), free_memory: z.number() })
export type Gpu = z.infer<typeof gpuSchema>

/** The gateway of agents on the device: whether it answers, and where. */
export const deviceGatewaySchema = z.object({ port: z.number().int(), is_up: z.boolean() })
export type DeviceGateway = z.infer<typeof deviceGatewaySchema>

/** `online` while heartbeats come, `revoked` once its key is refused for ever. */
export const deviceStatusSchema = z.enum(['online', 'offline', 'revoked'])

/** The older one of a device's daemon and its hub, where they speak no common protocol. */
export const outdatedSideSchema = z.enum(['daemon', 'hub'])
export type OutdatedSide = z.infer<typeof outdatedSideSchema>

/** A paired machine, or the hub's own. Bytes and seconds; what no heartbeat has told yet is null. */
export const deviceSchema = z.object({
  id: z.string(),
  label: z.string(),
  hostname: z.string(),
  private_ip: z.string().nullable(),
  /** Base64url of the 32 raw bytes of an Ed25519 key; null for the hub's own machine, which needs none. */
  public_key: z.string().nullable(),
  /** Six words of that key, the same on the device's own screen. */
  fingerprint: z.array(z.string()),
  paired_at: timestampSchema,
  revoked_at: timestampSchema.nullable(),
  status: deviceStatusSchema,
  /** Of one that is offline: it fell silent without a goodbye. False where the hub has started since. */
  is_unreachable: z.boolean(),
  /** Of one that is offline: which side has to be updated before the two understand each other; else null. */
  outdated: outdatedSideSchema.nullable(),
  free_ram: z.number().nullable(),
  total_ram: z.number().nullable(),
  /** The average of one minute. */
  load: z.number().nullable(),
  cores: z.number().int().nullable(),
  /** What was given at pairing, and what the last heartbeat told. */
  capabilities: z.array(z.string()),
  /** The part of them that was given at pairing or later by hand: no heartbeat takes one away. */
  tags: z.array(z.string()),
  installedHarnesses: z.array(z.string()),
  /** By the harness, of those that told theirs; `tried` is the version that Orrery was tried with. */
  harness_versions: z.record(z.string(), z.object({ version: z.string(), tried: z.string().nullable() })).default({}),
  models: z.array(z.string()),
  gpus: z.array(gpuSchema),
  gateway: deviceGatewaySchema.nullable(),
  connected_since: timestampSchema.nullable(),
  /** Seconds, as of the last heartbeat. */
  connected_duration: z.number().nullable(),
  last_heartbeat: timestampSchema.nullable(),
  version: z.string(),
  platform: z.string(),
  is_local: z.boolean(),
  active_sessions: z.number().int(),
  /** When a second machine with this device's key was last turned away; null where none was seen. */
  clone_seen_at: timestampSchema.nullable(),
  /** Frames since the hub began that were about no session of this device: they were dropped. */
  dropped_frames: z.number().int(),
  /** The node that holds its connection, or held it last; missing where one service has its database for itself. */
  node: z.string().optional(),
})
export type Device = z.infer<typeof deviceSchema>

/** GET /api/devices: those that are not revoked. GET /api/auth/devices: all of them. */
export const deviceListSchema = z.object({ devices: z.array(deviceSchema) })
export type DeviceList = z.infer<typeof deviceListSchema>

/** The answer of what changes one device. */
export const deviceAnswerSchema = z.object({ device: deviceSchema })
export type DeviceAnswer = z.infer<typeof deviceAnswerSchema>

/** What its capabilities add to the picture of a device; null what none of them tells. */
export const deviceVariantSchema = z.object({
  /** With `gpu-cuda`. */
  gpus: z.array(gpuSchema).nullable(),
  /** With `mother-llm`: those that are there. */
  models: z.array(z.string()).nullable(),
  /** Where a gateway of agents is installed or listens. */
  gateway: deviceGatewaySchema.nullable(),
})
export type DeviceVariant = z.infer<typeof deviceVariantSchema>

/** GET /api/devices/:id: the device, its sessions, what it may decrypt with, and what its capabilities add. */
export const deviceDetailSchema = z.object({
  device: deviceSchema,
  sessions: z.array(sessionSchema),
  /** Its age recipient, and how many credentials it reads; null for a device that has proven none. */
  vault: z.object({ recipient: z.string(), reads: z.number().int() }).nullable(),
  variant: deviceVariantSchema.nullable(),
})
export type DeviceDetail = z.infer<typeof deviceDetailSchema>

/** GET /api/sessions/devices?harness=&model= */
export const candidatesQuerySchema = z.strictObject({
  harness: harnessSchema.optional(),
  model: z.string().max(200).optional(),
})
export type CandidatesQuery = z.infer<typeof candidatesQuerySchema>

/** The parts of a score, each from 0 to 1. */
export const fitPartsSchema = z.object({ ram: z.number(), load: z.number(), freshness: z.number() })
export type FitParts = z.infer<typeof fitPartsSchema>

/** A device as a place for a session: `why_not` says what is missing, and is null for one that is eligible. */
export const candidateDeviceSchema = deviceSchema.extend({
  eligible: z.boolean(),
  score: z.number(),
  parts: fitPartsSchema,
  why_not: z.string().nullable(),
})
export type CandidateDevice = z.infer<typeof candidateDeviceSchema>

/** The best first; those that are not eligible at the end. */
export const candidateDevicesSchema = z.object({ devices: z.array(candidateDeviceSchema) })
export type CandidateDevices = z.infer<typeof candidateDevicesSchema>

/** The id of the hub's own machine as a device. */
export const localDeviceId = 'local'

/** Asks for the best device instead of one by its id. */
export const anyDevice = 'auto'

/** What a harness takes besides a prompt. */
export const startOptionsSchema = z.strictObject({
  /** `mother-llm`: the answer is to be JSON. */
  json: z.boolean().optional(),
  /** `code-agent`: it stays in its terminal for more than one prompt. */
  interactive: z.boolean().optional(),
})

const someId = z.string().min(1).max(200)

/** POST /api/sessions; what is null counts as left out. `prompt` may be empty only for what is interactive. */
export const startRequestSchema = z.strictObject({
  harness: harnessSchema,
  prompt: z.string().max(500_000),
  /** `auto`, or the id of a device. */
  deviceTarget: someId,
  model: z.string().min(1).max(200).nullish(),
  /** On the device; its user's home when left out. */
  working_dir: z.string().min(1).max(4096).nullish(),
  task_id: someId.nullish(),
  label: z.string().max(500).nullish(),
  depends_on: z.array(someId).max(200).nullish(),
  options: startOptionsSchema.nullish(),
})
export type StartRequest = z.infer<typeof startRequestSchema>

/** GET /api/sessions: as the registry lists them, of one device or one harness where asked. */
export const fabricListQuerySchema = sessionListQuerySchema.extend({
  device: someId.optional(),
  harness: harnessSchema.optional(),
})
/** What a caller may ask of it. */
export type FabricListQuery = PageQuery & { readonly device?: string; readonly harness?: Harness }

/** POST /api/auth/devices/pairings */
export const pairingRequestSchema = z.strictObject({
  label: labelSchema.optional(),
  capabilities: tagsSchema.optional(),
})
export type PairingRequest = z.infer<typeof pairingRequestSchema>

/** A code that pairs one device, and the command that a person types there. */
export const pairingSchema = z.object({ code: z.string(), expires_at: timestampSchema, command: z.string() })
export type Pairing = z.infer<typeof pairingSchema>

/** DELETE /api/auth/devices/pairings/:code */
export const pairingCancelledSchema = z.object({ ok: z.literal(true) })
export type PairingCancelled = z.infer<typeof pairingCancelledSchema>

/** PATCH /api/auth/devices/:id; `capabilities` replaces the tags that were given by hand or at pairing. */
export const deviceChangeSchema = z
  .strictObject({ label: labelSchema.optional(), capabilities: tagsSchema.optional() })
  .refine(({ label, capabilities }) => label !== undefined || capabilities !== undefined, {
    error: 'has neither a label nor capabilities',
  })
export type DeviceChange = z.infer<typeof deviceChangeSchema>

/** POST /api/devices/:id/ping */
export const pingAnswerSchema = z.object({ ok: z.literal(true), rtt_ms: z.number() })
export type PingAnswer = z.infer<typeof pingAnswerSchema>
