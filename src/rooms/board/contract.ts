// Frames of /ws/state: one JSON object a text frame.
import { z } from 'zod'
import { modeSchema } from '#rooms/modes/contract.ts'
import { sessionCardSchema } from '#rooms/sessions/contract.ts'

/** Resources in card form. `value` is null when `op` is `remove`. */
export const changeSchema = z.object({
  kind: z.enum(['session', 'task', 'lanes']),
  op: z.enum(['upsert', 'remove']),
  id: z.string(),
  value: z.unknown(),
})
export type Change = z.infer<typeof changeSchema>

/** Sent on connect, after a gap that can't be filled, and to a viewer that could not keep up. */
export const snapshotFrameSchema = z.object({
  type: z.literal('snapshot'),
  seq: z.number().int(),
  mode: modeSchema,
  sessions: z.array(sessionCardSchema),
  tasks: z.array(z.unknown()),
})
export type SnapshotFrame = z.infer<typeof snapshotFrameSchema>

/** `seq` only grows, across restarts too: a client that has `seq - 1` or more of the frame before has missed nothing. */
export const changesFrameSchema = z.object({
  type: z.literal('changes'),
  seq: z.number().int(),
  changes: z.array(changeSchema),
})
export type ChangesFrame = z.infer<typeof changesFrameSchema>

export const stateFrameSchema = z.discriminatedUnion('type', [snapshotFrameSchema, changesFrameSchema])
export type StateFrame = z.infer<typeof stateFrameSchema>
