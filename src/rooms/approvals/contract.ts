// Wire types of approvals: what an agent asks to do, the suggestions that come with it, and what a person decides.
import { z } from 'zod'
import { defaultPageLimit, jsonSchema, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Where an approval stands, in the order of its life. */
export const approvalStates = ['open', 'approved', 'applied', 'denied', 'expired', 'answered_elsewhere'] as const
/**
 * `approved`: a person said yes here. `applied`: the tool ran after it. `expired`: nobody answered in time, or nobody asks
 * any more. `answered_elsewhere`: in the agent's own terminal.
 */
export const approvalStateSchema = z.enum(approvalStates)
export type ApprovalState = z.infer<typeof approvalStateSchema>

/** What the client itself offers beside a plain yes, for the rest of its session. */
export const suggestionSchema = z.object({
  /** Its place among those that the client sent: what a decision names. */
  index: z.number().int().min(0),
  /** What it frees, as the words of a button: `every edit in this session`. */
  label: z.string(),
})
export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>

/** Longest line that tells what is asked, in characters. */
export const summaryLimit = 200

/** An approval as every viewer gets it: without the input, which may be large. */
export const approvalCardSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** What its session was called when it asked. */
  session_label: z.string(),
  tool_name: z.string(),
  /** SHA-256 of the input, in hex: a decision repeats it, so that nobody decides what they did not see. */
  input_hash: z.string(),
  /** What it wants to do, on one line. */
  summary: z.string(),
  suggestions: z.array(suggestionSchema),
  /** Whether the client asks nobody else: without an answer from here it is denied, since it prints and ends. */
  denied_if_unanswered: z.boolean(),
  asked_at: timestampSchema,
  expires_at: timestampSchema,
  state: approvalStateSchema,
  decided_at: timestampSchema.nullable(),
  /** Who decided, and by what: `Firefox on Linux`, `command line`; null where nobody did. */
  decided_by: z.string().nullable(),
  /** What the agent was told of a denial, or why it is over without a decision. */
  reason: z.string().nullable(),
})
export type ApprovalCard = Readonly<z.infer<typeof approvalCardSchema>>

/** An approval, whole. */
export const approvalSchema = approvalCardSchema.extend({
  /** The tool's input as the client sent it. */
  input: z.record(z.string(), jsonSchema),
})
export type Approval = Readonly<z.infer<typeof approvalSchema>>

/** GET /api/approvals: the newest first; with `state` those in one state, with `session` those of one session. */
export const approvalQuerySchema = z.strictObject({
  state: approvalStateSchema.optional(),
  session: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().max(200).optional(),
})
export type ApprovalQuery = z.infer<typeof approvalQuerySchema>

/** Approvals, the newest first. */
export const approvalListSchema = z.object({ approvals: z.array(approvalSchema), next_cursor: nextCursorSchema })
/** A page of approvals; `next_cursor` is null on the last one. */
export type PageOfApprovals = z.infer<typeof approvalListSchema>

/** One approval, as it is after the request. */
export const approvalAnswerSchema = z.object({ approval: approvalSchema })
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>

/** Longest reason of a denial, in characters. */
export const reasonLimit = 2000

/** POST /api/approvals/:id. `suggestion`: the index of one that is approved with it. `reason`: what a denied agent reads. */
export const decisionRequestSchema = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    suggestion: z.number().int().min(0).optional(),
    reason: z.string().trim().max(reasonLimit).optional(),
    input_hash: z.string().max(100),
  })
  .refine(({ decision, suggestion }) => decision === 'approve' || suggestion === undefined, {
    error: 'is for "decision": "approve" alone',
    path: ['suggestion'],
  })
  .refine(({ decision, reason }) => decision === 'deny' || reason === undefined, {
    error: 'is for "decision": "deny" alone',
    path: ['reason'],
  })
export type DecisionRequest = z.infer<typeof decisionRequestSchema>

/** An open approval as a notification has it. `whole`: all that is asked for, where a yes may be said to that on the spot. */
export type NotifiedAsk = Pick<ApprovalCard, 'id' | 'input_hash'> & { readonly whole: string | null }

/** An agent of a device asks; `approval_id` is the device's own name for it. */
const deviceAskSchema = z.object({
  kind: z.literal('ask'),
  approval_id: z.string().min(1).max(100),
  tool_name: z.string().min(1).max(500),
  input: z.record(z.string(), jsonSchema),
  /** All that the client offers beside a plain yes, as it sent it. */
  suggestions: z.array(z.unknown()).max(50).default([]),
  /** Whether its own dialog stands in its terminal meanwhile. */
  asks_there: z.boolean().default(true),
  /** Codex asks by itself only after its hook. */
  is_codex: z.boolean().default(false),
})
/** One of them. */
export type DeviceAsk = z.infer<typeof deviceAskSchema>

const deviceClosedSchema = z.object({
  kind: z.literal('closed'),
  approval_id: z.string().min(1).max(100),
  /** `told`: its client has the answer. `answered`: its own dialog was answered. `gone`: nobody asks the hub any more. */
  how: z.enum(['told', 'answered', 'gone']).default('gone'),
})
/** It is over on the device. */
export type DeviceClosed = z.infer<typeof deviceClosedSchema>

/** What a device says of an approval. */
export const deviceApprovalSchema = z.discriminatedUnion('kind', [deviceAskSchema, deviceClosedSchema])
export type DeviceApproval = z.infer<typeof deviceApprovalSchema>
