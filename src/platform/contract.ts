// Envelopes that every room shares on the wire: the error body, its codes, pages of a list.
import { z } from 'zod'
import type { Json } from '#base/json.ts'

/** Every error code of the API with its HTTP status. The code is the contract, the sentence beside it is for people. */
export const refusalStatus = {
  invalid_request: 400,
  unauthenticated: 401,
  bad_signature: 401,
  nonce_needed: 401,
  revoked: 401,
  local_only: 403,
  access_token_needed: 403,
  mcp_token_needed: 403,
  not_for_agents: 403,
  not_from_notification: 403,
  foreign_origin: 403,
  foreign_host: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  invalid_transition: 409,
  session_exists: 409,
  session_ended: 409,
  not_started: 409,
  not_waiting: 409,
  no_terminal: 409,
  takes_no_text: 409,
  not_in_front: 409,
  dialog_open: 409,
  answer_in_progress: 409,
  conflict: 409,
  changed_elsewhere: 409,
  run_in_progress: 409,
  synthetic_strand: 409,
  no_device: 409,
  over_budget: 409,
  gone_in_legacy_mode: 410,
  too_large: 413,
  unsupported_media_type: 415,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  native_strand: 501,
  gateway_unavailable: 502,
  plugin_failed: 502,
  storage_unavailable: 503,
  tmux_missing: 503,
  tmux_unavailable: 503,
  starting: 503,
  broken_strand: 503,
  stopping: 503,
  device_offline: 503,
  node_offline: 503,
  plugin_timeout: 504,
} as const

/** The `error` of a refusal: its HTTP status is in the table above. */
export type RefusalCode = keyof typeof refusalStatus

/** What is wrong with one field of a request. */
export const fieldErrorSchema = z.object({
  /** Path of the field in the request, dotted: `depends_on.0`. */
  field: z.string(),
  reason: z.string(),
})
/** One field of `details` in an error answer. */
export type FieldError = z.infer<typeof fieldErrorSchema>

/** The one shape of every error answer. `reason` is a sentence for a person, `hint` says what to do next. */
export const errorBodySchema = z.looseObject({
  ok: z.literal(false),
  error: z.string(),
  reason: z.string(),
  hint: z.string().optional(),
  details: z.array(fieldErrorSchema).optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** An expected refusal inside the service; the HTTP layer alone turns it into a status and an `ErrorBody`. */
export type Refusal = {
  readonly error: RefusalCode
  readonly reason: string
  readonly hint?: string
  readonly details?: readonly FieldError[]
  /** Further fields of the body that one refusal has, as `from`, `event` and `allowed` of `invalid_transition`. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** ISO 8601 UTC with milliseconds. */
export const timestampSchema = z.iso.datetime({ precision: 3 })

/** Rows of a page whose query names no `limit`. */
export const defaultPageLimit = 50
/** The most rows that a query may ask for; a higher `limit` is refused. */
export const maxPageLimit = 200

/** Query of a list that grows without bound. `cursor` is the `next_cursor` of the page before. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().optional(),
})

/** A page as its caller asks for it. */
export type PageQuery = { readonly limit?: number; readonly cursor?: string }

/** Null at the end of the list. */
export const nextCursorSchema = z.string().nullable()

/** One change on a live socket: a resource in card form, or its removal. `value` is null when `op` is `remove`. */
export const liveChangeSchema = z.object({
  kind: z.string(),
  op: z.enum(['upsert', 'remove']),
  id: z.string(),
  value: z.unknown(),
})

/**
 * Sent on connect, after a gap that can't be filled, and to a viewer that could not keep up: a list for each kind that the
 * socket tells, under the name that the kind gives.
 */
export const snapshotFrameSchema = z.looseObject({ type: z.literal('snapshot'), seq: z.number().int() })

/**
 * `seq` only grows, across restarts too: a client that has `seq - 1` or more of the frame before has missed nothing. It is of this
 * service alone: of several on one PostgreSQL none gives a number that another gave.
 */
export const changesFrameSchema = z.object({
  type: z.literal('changes'),
  seq: z.number().int(),
  changes: z.array(liveChangeSchema),
})
export type ChangesFrame = z.infer<typeof changesFrameSchema>

/** What a page says on /ws/state: whether anybody can see it, and its path with the query. One that says nothing counts as seen. */
export const viewFrameSchema = z.strictObject({
  type: z.literal('view'),
  state: z.enum(['visible', 'hidden']),
  page: z.string().max(2000).optional(),
})
export type ViewFrame = z.infer<typeof viewFrameSchema>

/** A numbered frame of a live socket. */
export const liveFrameSchema = z.discriminatedUnion('type', [snapshotFrameSchema, changesFrameSchema])
export type LiveFrame = z.infer<typeof liveFrameSchema>

/** Request header by which an agent says which tmux session it is, for histories alone: it grants nothing. */
export const agentHeader = 'x-agent-session'

/** The answer of a removal. */
export const removedSchema = z.object({ ok: z.literal(true) })
export type Removed = z.infer<typeof removedSchema>

/** GET /healthz and /readyz: a word. */
export const statusSchema = z.object({ status: z.string() })
export type Status = z.infer<typeof statusSchema>

/** A page that is logged in. Its token is told once, to the page, and never stands in an answer again. */
export const loginSchema = z.object({
  id: z.string(),
  /** The browser that logged in, by its User-Agent. */
  label: z.string(),
  created_at: timestampSchema,
  /** Exact to five minutes. */
  last_used_at: timestampSchema,
  expires_at: timestampSchema,
})
export type Login = z.infer<typeof loginSchema>

/** GET /api/system/logins. `current` marks the login that asks. */
export const listedLoginSchema = loginSchema.extend({ current: z.boolean() })
export type ListedLogin = z.infer<typeof listedLoginSchema>
/** The answer of that route. */
export const loginListSchema = z.object({ logins: z.array(listedLoginSchema) })
export type LoginList = z.infer<typeof loginListSchema>

/** POST /api/auth/login: the code of a login link. */
export const loginRequestSchema = z.strictObject({ code: z.string().min(1).max(200) })
export type LoginRequest = z.infer<typeof loginRequestSchema>
/** The token of the new login, told this once, and when it ends. */
export const loginAnswerSchema = z.object({ token: z.string(), expires_at: timestampSchema })
export type LoginAnswer = z.infer<typeof loginAnswerSchema>

/** POST /api/system/login-links. The code stands in the URL's fragment, which no server and no log ever sees. */
export const loginLinkSchema = z.object({ url: z.string(), code: z.string(), expires_at: timestampSchema })
export type LoginLink = z.infer<typeof loginLinkSchema>

/**
 * Any value that was read from JSON. Not z.json(), which walks the value, and which the document of the API could only name
 * by a reference into nowhere.
 */
export const jsonSchema = z.custom<Json>((value) => value !== undefined)
