// What every frame of /ws/device has: its head, the ways in which it can be wrong, and the codes by which a socket ends.
import { z } from 'zod'

/** The form of the envelopes themselves; what they say is versioned by `protocol`. */
export const envelopeVersion = 1
/** Largest frame either way, in bytes. */
export const frameLimitBytes = 1024 * 1024

/** What stands in every envelope. `id` names it for answers and logs. */
export const headSchema = z.object({
  v: z.literal(envelopeVersion),
  type: z.string().min(1).max(60),
  id: z.string().min(1).max(100),
  ts: z.iso.datetime(),
})

/** Why either side ends a socket, as WebSocket close codes. */
export const closeCodes = {
  /** A frame that is no envelope, or one out of its place. */
  bad_frame: 4400,
  /** The device's key is refused from now on. */
  revoked: 4401,
  /** Another machine has the same key, and the first one still answers. */
  clone: 4403,
  /** No `hello` came in time. */
  no_hello: 4408,
  /** The same daemon dialed anew. */
  replaced: 4409,
  /** The device is connected to another node of this hub. */
  moved: 4411,
  /** Too much was unsent: the other side does not read. */
  unread: 4413,
  /** The hub takes nothing more on this connection; the device goes on from what was acknowledged. */
  go_on_anew: 4410,
  /** The two speak no common protocol. */
  no_protocol: 4426,
} as const

/** A run of a session: which launch of which session an envelope is about. */
export const runKeySchema = z.object({ session_id: z.string().min(1).max(200), run_id: z.string().min(1).max(200) })
export type RunKey = z.infer<typeof runKeySchema>

/** A run and the last number of its stream that one side has. */
export const streamMarkSchema = runKeySchema.extend({ seq: z.number().int().min(0) })
export type StreamMark = z.infer<typeof streamMarkSchema>

/** How a run stands on its device. */
export const runStateSchema = z.enum(['accepted', 'running', 'ended'])
