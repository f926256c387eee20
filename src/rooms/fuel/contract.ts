// Wire types of fuel: what agents used, what it cost, and the budgets that a person sets.
import { z } from 'zod'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Where a record of usage came from. */
export const usageSources = ['claude', 'codex', 'gemini', 'opencode', 'gateway'] as const
/** One of them, as it is parsed. */
export const usageSourceSchema = z.enum(usageSources)
/** One of the sources. */
export type UsageSource = z.infer<typeof usageSourceSchema>

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Tokens of four kinds that never overlap: what was read from a cache, or written into one, is no part of `input`. */
export const tokensSchema = z.object({ input: count, output: count, cache_read: count, cache_write: count })
/** The same, as it is parsed. */
export type Tokens = Readonly<z.infer<typeof tokensSchema>>

const key = z.string().min(1).max(300)
const model = z.string().min(1).max(200)

/** One answer of a model, by a key that is the same whenever it is read. A later one of the same key replaces it. */
const usedSchema = tokensSchema.extend({
  kind: z.literal('used'),
  key,
  at: z.number(),
  conversation: key,
  model,
  /** What the program itself says that it cost; null where it does not say. */
  cost_usd: z.number().min(0).nullable(),
  /** A copy of another conversation's, from which this one was made: it was counted there. */
  is_copy: z.boolean(),
})

/** The totals of a conversation as its program closed it, from its very beginning. */
const closedSchema = z.object({
  kind: z.literal('closed'),
  key,
  at: z.number(),
  conversation: key,
  /** The same for conversations of which one was made from the other: their totals go on. */
  chain: z.string().max(300),
  models: z.array(tokensSchema.extend({ model, cost_usd: z.number().min(0).nullable() })).max(100),
})

/** What a line of an agent's own file, or a gateway, tells of usage. `at` is in epoch milliseconds. */
export const usageRecordSchema = z.discriminatedUnion('kind', [usedSchema, closedSchema])
/** One of them. */
export type UsageRecord = Readonly<z.infer<typeof usageRecordSchema>>
/** The totals of a closed conversation. */
export type ClosedUsage = Readonly<z.infer<typeof closedSchema>>
/** One answer of a model. */
export type UsedTokens = Readonly<z.infer<typeof usedSchema>>

/** What a device tells at once. */
export const usageBatchSchema = z.object({
  source: usageSourceSchema,
  records: z.array(usageRecordSchema).max(2000),
})
/** The same, as it is parsed. */
export type UsageBatch = Readonly<z.infer<typeof usageBatchSchema>>

/** Sums. `cost_usd` is of what has a price, null where nothing of it has; `unpriced_tokens` is what has none. */
export const sumsSchema = tokensSchema.extend({
  tokens: count,
  cost_usd: z.number().nullable(),
  unpriced_tokens: count,
})
/** The same, as it is parsed. */
export type Sums = Readonly<z.infer<typeof sumsSchema>>

/** By what usage can be summed up. */
export const usageGroups = ['day', 'agent', 'session', 'model', 'device'] as const
/** One of them, as it is parsed. */
export const usageGroupSchema = z.enum(usageGroups)
/** One of the groups. */
export type UsageGroup = z.infer<typeof usageGroupSchema>

/** A day of the service’s time zone. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day such as 2026-11-23')

/**
 * GET /api/fuel/usage: sums by one thing, or without `by` each record, newest first. Both days are inclusive; the last 30 where
 * none is said.
 */
export const usageQuerySchema = z.strictObject({
  by: usageGroupSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().max(1000).optional(),
})
export type UsageQuery = z.infer<typeof usageQuerySchema>

/** One line of the sums. */
export const usageGroupRowSchema = sumsSchema.extend({
  /** The day, the agent type, or the id of session or device; the model. */
  id: z.string(),
  /** As a person calls it. */
  label: z.string(),
  /** Of a session: its agent and the models that it used. */
  agent: z.string().nullable(),
  models: z.array(z.string()),
  /** Of a day: its parts by agent. */
  agents: z.array(sumsSchema.extend({ agent: z.string() })),
})
/** The same, as it is parsed. */
export type UsageGroupRow = Readonly<z.infer<typeof usageGroupRowSchema>>

/** One record that was counted. */
export const usageRowSchema = tokensSchema.extend({
  at: timestampSchema,
  session_id: z.string().nullable(),
  agent: z.string(),
  device_id: z.string(),
  model: z.string(),
  cost_usd: z.number().nullable(),
  source: usageSourceSchema,
})
/** The same, as it is parsed. */
export type UsageRow = Readonly<z.infer<typeof usageRowSchema>>

/** Sums in `groups`, or records in `rows`: the other one is empty. */
export const usageAnswerSchema = z.object({
  from: daySchema,
  to: daySchema,
  groups: z.array(usageGroupRowSchema),
  rows: z.array(usageRowSchema),
  next_cursor: nextCursorSchema,
})
/** What was used in a span of days. */
export type UsageAnswer = Readonly<z.infer<typeof usageAnswerSchema>>

/** What happens at the limit: a warning; nothing new starts; what runs is stopped, too. */
export const limitActs = ['warn', 'hold', 'stop'] as const
/** One of them. */
export type LimitAct = (typeof limitActs)[number]

const budgetShape = {
  per: z.enum(['day', 'session']),
  /** Of one agent type; null for all of them. */
  agent: z.string().min(1).max(200).nullable().default(null),
  /** Of one session, for which it stands in the place of that for every session. */
  session_id: z.string().min(1).max(200).nullable().default(null),
  unit: z.enum(['usd', 'tokens']),
  limit: z.number().positive().max(1e15),
  at_limit: z.enum(limitActs),
}
const budgetId = z.string().regex(/^[\w-]{1,60}$/, 'must be letters, digits, - and _')

/** A limit that a person set. */
export const budgetSchema = z.strictObject({ id: budgetId, ...budgetShape })
/** The same, as it is kept. */
export type Budget = Readonly<z.infer<typeof budgetSchema>>

/** PUT /api/fuel/budgets: these and no others. An `id` that is left out is given by the service. */
export const budgetsRequestSchema = z.strictObject({
  budgets: z
    .array(z.strictObject({ id: budgetId.optional(), ...budgetShape }))
    .max(100)
    .refine((budgets) => budgets.every(({ per, session_id: id }) => per === 'session' || id === null), {
      error: 'has a budget a day with a session_id, which is for a budget of a session',
    }),
})
export type BudgetsRequest = z.input<typeof budgetsRequestSchema>

/** How a budget stands; one for every session as the session stands that used most of it. */
export const budgetStandSchema = z.object({
  budget: budgetSchema,
  /** What it is about, as people say it. */
  name: z.string(),
  /** Of a budget of sessions: the one that used most of it. */
  session_id: z.string().nullable(),
  used: z.number(),
  /** What it can’t count, having no price. */
  unpriced_tokens: count,
  state: z.enum(['within', 'warned', 'over']),
})
/** The same, as it is parsed. */
export type BudgetStand = Readonly<z.infer<typeof budgetStandSchema>>

/** GET and PUT /api/fuel/budgets */
export const budgetsAnswerSchema = z.object({ budgets: z.array(budgetStandSchema) })
export type BudgetsAnswer = Readonly<z.infer<typeof budgetsAnswerSchema>>

/** GET /api/fuel: today at a glance. */
export const fuelSchema = z.object({
  day: daySchema,
  /** Of the days. */
  time_zone: z.string(),
  /** When the day is over. */
  resets_at: timestampSchema,
  today: sumsSchema,
  week: sumsSchema,
  month: sumsSchema,
  budgets: z.array(budgetStandSchema),
  /** Why nothing new starts; null while all may. */
  held: z.object({ reason: z.string(), hint: z.string() }).nullable(),
  /** Models that were used in the last 30 days and have no price. */
  unpriced_models: z.array(z.string()),
  /** The day of the prices that come with this version. */
  prices_of: daySchema,
})
/** The same, as it is parsed. */
export type Fuel = Readonly<z.infer<typeof fuelSchema>>
