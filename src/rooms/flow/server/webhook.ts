// Starts strands by signed requests from elsewhere.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import { secondMs } from '#base/time.ts'
import { errorBodySchema, refusalStatus, type Refusal } from '#platform/contract.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import { withRawBodies } from '#platform/server/http/body.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import { isTooDeep } from '#platform/server/http/json-depth.ts'
import { brokenJson, deepJson, encodedBody, notJson } from '#platform/server/http/refusals.ts'
import { deliverToStrand } from '../api.ts'
import { runStartedSchema } from '../contract/requests.ts'
import type { StrandDefinition } from '../core/definition.ts'
import type { WorkflowEngine } from './ports.ts'
import type { Trigger } from './engine/trigger.ts'
import type { Deliveries, Delivered } from './store/deliveries.ts'

export type WebhookOptions = {
  /** Asked at each delivery. */
  readonly secrets: () => Config['webhooks']
  /** Resolves once strands are loaded and may be run. */
  readonly started: Promise<void>
  /** How long a delivery waits for that; the default is for people's strands, tests are less patient. */
  readonly patienceMs?: number
  /** The strand as it now is; null for an unknown one. */
  readonly findStrand: (id: string) => Pick<StrandDefinition, 'triggerType' | 'enabled'> | null
  readonly trigger: WorkflowEngine['trigger']
  readonly deliveries: Deliveries
}

/** Senders give up later than this, most after 10 s. */
const patienceMs = 8 * secondMs
/** A start that takes longer is one with slow modules; senders that repeat wait longer than this themselves. */
const retryAfterSeconds = 5

/** A sender's id of a delivery becomes a part of the run's id. */
const deliveryForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

/**
 * POST /api/flow/webhooks/:id. A delivery id starts one run: sent again, it is answered with that run for as long as the
 * run is kept, which is longer than the 24 h that senders repeat within. Within these 24 h a body starts one run, too.
 * The secret decides first, so that it is not mounted behind the wait for strands.
 */
export function mountWebhooks(api: Api, options: WebhookOptions): void {
  withRawBodies(api, (scope) => {
    scope.post(
      deliverToStrand.path,
      {
        config: { access: deliverToStrand.access },
        schema: {
          tags: ['flow'],
          summary: 'Start a strand by a request signed with its secret (X-Signature-256, X-Delivery-Id)',
          params: z.strictObject({ id: z.string() }),
          response: { 202: runStartedSchema, '4xx': errorBodySchema, '5xx': errorBodySchema },
        },
        // Before the body is read: nobody without an address of ours makes us read a megabyte.
        onRequest: (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply, done: () => void) =>
          secretOf(options, request.params.id) === null ? void sendRefusal(reply, noWebhook) : done(),
      },
      async (request, reply) => {
        const started = await receive(options, request.params.id, {
          headers: request.headers,
          bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        })
        if (!started.ok && refusalStatus[started.error.error] === unavailable)
          return sendRefusal(reply, started.error, { 'retry-after': String(retryAfterSeconds) })
        return sendResult(reply, started, 202)
      },
    )
  })
}

const unavailable = 503

type Delivery = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

type Received = Result<{ ok: true; run_id: string }, Refusal>

async function receive(options: WebhookOptions, id: string, { headers, bytes }: Delivery): Promise<Received> {
  const secret = secretOf(options, id)
  if (secret === null) return err(noWebhook)
  if (!isSigned(bytes, headers['x-signature-256'], secret)) return err(badSignature)
  const delivery = headers['x-delivery-id']
  if (typeof delivery !== 'string' || !deliveryForm.test(delivery)) return err(noDelivery)
  const input = inputOf(headers, bytes)
  if (!input.ok) return input
  if (!(await isStarted(options))) return err(stillStarting)
  const strand = options.findStrand(id)
  // A secret without a strand tells no more than no secret does.
  if (strand?.triggerType !== 'webhook') return err(noWebhook)
  if (!strand.enabled) return err(disabled(id))
  const runId = `${id}:${delivery}`
  const bodyHash = createHash('sha256').update(bytes).digest('base64url')
  return startOnce(options, { strandId: id, bodyHash, runId }, { by: delivery, input: input.value })
}

/** The delivery id is not signed: whoever saw a delivery could send it again under another one. */
async function startOnce(
  { deliveries, trigger }: WebhookOptions,
  delivered: Delivered,
  given: Pick<Trigger, 'by' | 'input'>,
): Promise<Received> {
  if (!(await deliveries.take(delivered))) return err(takenBefore)
  const { strandId, runId } = delivered
  const run = await trigger({ ...given, strandId, runId, trigger: 'webhook', slot: null })
  if (run.ok) return ok({ ok: true, run_id: run.value.runId })
  await deliveries.giveBack(delivered)
  return run
}

async function isStarted({ started, patienceMs: mostMs = patienceMs }: WebhookOptions): Promise<boolean> {
  const gaveUp = Promise.withResolvers<false>()
  const timer = setTimeout(() => gaveUp.resolve(false), mostMs)
  const came = started.then(
    () => true,
    // The service's log has why; the sender can only repeat.
    () => false,
  )
  try {
    return await Promise.race([came, gaveUp.promise])
  } finally {
    clearTimeout(timer)
  }
}

function secretOf({ secrets }: Pick<WebhookOptions, 'secrets'>, id: string): string | null {
  const now = secrets()
  return Object.hasOwn(now, id) ? (now[id]?.secret ?? null) : null
}

function isSigned(bytes: Buffer, header: string | string[] | undefined, secret: string): boolean {
  const hex = typeof header === 'string' ? /^sha256=(?<hex>[0-9a-f]{64})$/i.exec(header)?.groups?.hex : undefined
  if (hex === undefined) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(bytes).digest())
}

/** Only what is signed is parsed. */
function inputOf(headers: Delivery['headers'], bytes: Buffer): Result<Json, Refusal> {
  if (bytes.length === 0) return ok(null)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return err(encodedBody)
  if (!/^application\/json\b/i.test(String(headers['content-type'] ?? ''))) return err(notJson)
  const text = bytes.toString()
  try {
    const value = JSON.parse(wellFormedJson(text)) as Json
    return isTooDeep(text) ? err(deepJson) : ok(value)
  } catch (error) {
    if (error instanceof SyntaxError) return err(brokenJson)
    throw error
  }
}

const noWebhook: Refusal = {
  error: 'not_found',
  reason: 'There is no webhook at this address.',
  hint: 'A strand of triggerType webhook has one once config.json holds webhooks.<strand>.secret.',
}

const badSignature: Refusal = {
  error: 'bad_signature',
  reason: "The request is not signed with this webhook's secret.",
  hint: 'Send X-Signature-256: sha256=<hex of the HMAC SHA-256 over the raw body>.',
}

const stillStarting: Refusal = {
  error: 'starting',
  reason: 'The strands are still being loaded, so the delivery started nothing.',
  hint: 'Send it again, with the same X-Delivery-Id.',
}

const takenBefore: Refusal = {
  error: 'conflict',
  reason: 'The same body was delivered under another X-Delivery-Id within the last 24 hours, so it started nothing.',
  hint: 'Repeat a delivery under its own id. Put what makes a delivery a new one into its body, as a time or an id: the header is not signed.',
}

const noDelivery: Refusal = {
  error: 'invalid_request',
  reason: 'The request has no usable X-Delivery-Id.',
  hint: 'Send an id of at most 100 letters, digits and . _ : - that is new for each delivery and the same for its repeats.',
}

function disabled(id: string): Refusal {
  return {
    error: 'conflict',
    reason: `The strand ${id} is disabled, so the delivery started nothing.`,
    hint: `Set enabled: true in its file; \`orrery strand new --from ${id}\` writes one for a built-in strand.`,
  }
}
