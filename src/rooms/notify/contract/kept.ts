// What rows of this room's tables hold.
import { z } from 'zod'
import { notifyKindSchema, deliverySchema } from '../contract.ts'

/** A notification that stands. */
export const keptStandingSchema = z.object({
  tag: z.string(),
  kind: notifyKindSchema,
  isSilent: z.boolean(),
  members: z.array(
    z.object({
      tag: z.string(),
      kind: notifyKindSchema,
      moment: z.string(),
      since: z.string(),
      isApproval: z.boolean(),
      name: z.string(),
      said: z.string().nullable(),
      cause: z.string().nullable(),
      link: z.string(),
    }),
  ),
})

/** A delivery, and what only the service needs of it. */
export const keptDeliverySchema = deliverySchema.extend({
  /** Told by a person, so that it is tried once. */
  is_by_hand: z.boolean(),
})
export type KeptDelivery = Readonly<z.infer<typeof keptDeliverySchema>>
