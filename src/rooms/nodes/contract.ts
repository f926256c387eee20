// Wire types of the services that share one PostgreSQL.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'

/** Whether a node is heard: `silent` after 30 s without a heartbeat, `gone` once it was stopped or is silent for a day. */
export const nodeStandings = ['live', 'silent', 'gone'] as const
/** One of those. */
export type NodeStanding = (typeof nodeStandings)[number]

/** A service among those of one PostgreSQL. Its times are by the clock of the one that tells them. */
export const nodeSchema = z.object({
  /** SERVICE_NODE, or the name of its machine. */
  name: z.string(),
  /** Whether it is the one that tells. */
  is_here: z.boolean(),
  standing: z.enum(nodeStandings),
  hostname: z.string(),
  /** Where people reach it; null when it listens for its own machine alone. */
  url: z.string().nullable(),
  version: z.string(),
  /** What steps may require of it. */
  capabilities: z.array(z.string()).readonly(),
  started_at: timestampSchema,
  last_heartbeat: timestampSchema,
  /** Null unless it was stopped. */
  stopped_at: timestampSchema.nullable(),
  /** Of its machine, with its last heartbeat: bytes. Null where it is of a release that did not tell. */
  free_ram: z.number().nullable(),
  total_ram: z.number().nullable(),
  /** How many programs wanted a processor in the last minute, on average. */
  load: z.number().nullable(),
  cores: z.number().nullable(),
  /** How far its clock is ahead of that of the one that tells; below zero: behind. A service of before tells none. */
  clock_ahead_ms: z.number().default(0),
})
/** A service that shares this one's PostgreSQL, or this one. */
export type ServiceNode = Readonly<z.infer<typeof nodeSchema>>

/** The nodes of one PostgreSQL as one of them sees them, by name. */
export const nodesSchema = z.object({
  /** The name of the one that tells. */
  here: z.string(),
  /** When PostgreSQL last answered; null while it never did. */
  as_of: timestampSchema.nullable(),
  /** Why that is old, or why this one is not among them, and what to do; null when all is well. */
  problem: z.string().nullable(),
  nodes: z.array(nodeSchema),
})
/** All nodes, as one of them sees them. */
export type NodesTold = Readonly<z.infer<typeof nodesSchema>>

/** GET /api/nodes. Null where this service is alone. */
export const nodesAnswerSchema = z.object({ nodes: nodesSchema.nullable() })
/** What that answers. */
export type NodesAnswer = Readonly<z.infer<typeof nodesAnswerSchema>>
