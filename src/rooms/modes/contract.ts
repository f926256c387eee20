// Wire types of the two deployment modes.
import { z } from 'zod'

/** Where the service runs: for one person on their machine, or deployed for devices that are paired. */
export const modeSchema = z.enum(['legacy', 'fabric'])
export type Mode = z.infer<typeof modeSchema>

/** GET /api/version, in both modes. */
export const versionSchema = z.object({
  name: z.literal('orrery'),
  version: z.string(),
  mode: modeSchema,
  node: z.string(),
  /** The `tmux -L` name of the server that agents run in; null for the person's own. Attach commands need it. */
  tmux_socket: z.string().nullable(),
  /** How the command is typed on the machine of the service: `npx orrery` in a checkout. */
  command: z.enum(['orrery', 'npx orrery']),
})
export type Version = z.infer<typeof versionSchema>
