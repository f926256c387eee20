// Starts strands by signed requests from elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import { withRawBodies } from '#platform/server/http/body.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import { brokenJson, encodedBody, notJson } from '#platform/server/http/refusals.ts'
import { runStartedSchema, type Json } from '../contract.ts'
import type { StrandDefinition } from '../core/definition.ts'
import type { WorkflowEngine } from './ports.ts'

export type WebhookOptions = {
  readonly secrets: Config['webhooks']
  /** The strand as it now is; null for an unknown one. */
  readonly findStrand: (id: string) => Pick<StrandDefinition, 'triggerType' | 'enabled'> | null
  readonly trigger: WorkflowEngine['trigger']
}

/** A sender's id of a delivery becomes a part of the run's id. */
const deliveryForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

/**
 * POST /api/flow/webhooks/:id. A delivery id starts one run: sent again, it is answered with that run for as long as the
 * run is kept, which is longer than the 24 h that senders repeat within.
 */
export function mountWebhooks(api: Api, options: WebhookOptions): void {
  withRawBodies(api, (scope) => {
    scope.post(
      '/api/flow/webhooks/:id',
      {
        config: { access: 'signed' },
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
        return sendResult(reply, started, 202)
      },
    )
  })
}

type Delivery = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

async function receive(
  options: WebhookOptions,
  id: string,
  { headers, bytes }: Delivery,
): Promise<Result<{ ok: true; run_id: string }, Refusal>> {
  const secret = secretOf(options, id)
  if (secret === null) return err(noWebhook)
  if (!isSigned(bytes, headers['x-signature-256'], secret)) return err(badSignature)
  const delivery = headers['x-delivery-id']
  if (typeof delivery !== 'string' || !deliveryForm.test(delivery)) return err(noDelivery)
  const input = inputOf(headers, bytes)
  if (!input.ok) return input
  if (options.findStrand(id)?.enabled !== true) return err(disabled(id))
  const run = await options.trigger({
    strandId: id,
    runId: `${id}:${delivery}`,
    trigger: 'webhook',
    by: delivery,
    input: input.value,
    slot: null,
  })
  return run.ok ? ok({ ok: true, run_id: run.value.runId }) : run
}

/** Null as well for a strand that no webhook starts: a stranger learns nothing about which strands there are. */
function secretOf({ secrets, findStrand }: WebhookOptions, id: string): string | null {
  if (findStrand(id)?.triggerType !== 'webhook' || !Object.hasOwn(secrets, id)) return null
  return secrets[id]?.secret ?? null
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
  try {
    return ok(JSON.parse(wellFormedJson(bytes.toString())) as Json)
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
