// What a row of the table of approvals holds.
import { z } from 'zod'
import { approvalSchema } from '../contract.ts'

/** The approval, and what only the service needs of it. */
export const keptApprovalSchema = approvalSchema.extend({
  /** All that the client offered, as it sent it. */
  sent: z.array(z.unknown()),
  /** The index of the suggestion that was approved with it; null for a plain yes. */
  chosen: z.number().int().nullable(),
  /** The client that asks: its conversation, and its process. */
  client: z.object({ session: z.string().nullable(), pid: z.number().int().nullable() }).nullable(),
  /** Nobody answered it here, and the agent's own dialog stands in its terminal still. */
  stands_in_terminal: z.boolean().default(false),
  /** Where it is asked, and what it is called there; null for this machine. */
  on_device: z.object({ id: z.string(), run_id: z.string(), approval_id: z.string() }).nullable().default(null),
})
export type KeptApproval = Readonly<z.infer<typeof keptApprovalSchema>>
