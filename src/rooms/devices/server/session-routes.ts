// The routes of sessions on devices. In legacy mode they tell of the sessions that there are, and start none.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks, type WhoAsks } from '#platform/server/http/who-asks.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { anyDevice, startRequestSchema, type StartRequest } from '../contract.ts'
import { frameLimitBytes } from '../contract/envelopes.ts'
import { deviceRoutes } from './bound-routes.ts'
import type { FabricPort } from './ports.ts'
import { noDevice } from './refusals.ts'
import type { FabricHub } from './runs/fabric-hub.ts'

/** Of a frame that bears a start: what stands in it besides the prompt. */
const roomForTheRest = 64 * 1024

/** What a question to the local model is told before it; null for nothing. Never rejects. */
export type Prefacing = { preface: () => Promise<string | null> }

export type FabricStarts = { readonly hub: Pick<FabricHub, 'keepPlan' | 'ownerOfStart'>; readonly asking: Prefacing }

/** `starts` null: there are no devices. */
export function mountFabricSessions(api: Api, fabric: FabricPort, starts: FabricStarts | null): void {
  mount(api, deviceRoutes.startSession, {
    owner: ({ body }) => ownerOfStart(starts, body),
    async handle({ body, request }) {
      if (starts === null) return err(noDevice([]))
      const started = await start({ fabric, ...starts }, body, whoAsks(request))
      return started.ok ? ok({ session: started.value }) : started
    },
  })
  const owner: Owner<{ readonly id: string }> = ({ params: { id } }) => fabric.nodes?.nodeOf(id) ?? null
  mount(api, deviceRoutes.listFabricSessions, ({ query: { limit = null, cursor = null, device, harness } }) =>
    fabric.list({ limit, cursor, device, harness }),
  )
  mount(api, deviceRoutes.readFabricSession, {
    owner,
    async handle({ params: { id } }) {
      const read = await fabric.read(id)
      return read.ok ? ok({ session: read.value }) : read
    },
  })
  mount(api, deviceRoutes.cancelSession, {
    owner,
    async handle({ params: { id }, request }) {
      const cancelled = await fabric.cancel(id, whoAsks(request))
      return cancelled.ok ? ok({ session: cancelled.value }) : cancelled
    },
  })
}

/** A body that does not fit is nobody's, and is refused here. */
function ownerOfStart(starts: FabricStarts | null, body: unknown): string | null {
  const asked = startRequestSchema.safeParse(body)
  return asked.success ? (starts?.hub.ownerOfStart(asked.data) ?? null) : null
}

type Starting = FabricStarts & { readonly fabric: FabricPort }

async function start(
  { fabric, hub, asking }: Starting,
  request: StartRequest,
  who: WhoAsks,
): Promise<Result<Session, Refusal>> {
  if (Buffer.byteLength(JSON.stringify(request.prompt)) > frameLimitBytes - roomForTheRest) return err(promptTooLong)
  const { harness, prompt, deviceTarget, model, working_dir, task_id, label, depends_on, options } = request
  // As things stand when it is asked: a start that comes later is told of that moment.
  const preface = harness === 'mother-llm' ? await asking.preface() : null
  return fabric.create({
    start: {
      harness,
      prompt,
      label,
      task_id,
      depends_on,
      working_dir,
      deviceId: deviceTarget === anyDevice ? null : deviceTarget,
      model: model ?? null,
      interactive: options?.interactive ?? false,
    },
    who,
    plan: (sessionId) => hub.keepPlan(sessionId, { model: model ?? null, options: options ?? {}, preface }),
  })
}

const promptTooLong: Refusal = {
  error: 'invalid_request',
  reason: 'The request is not valid: "prompt" is longer than what can be sent to a device.',
  hint: 'Put the text into a file on the device, and have the agent read that.',
  details: [{ field: 'prompt', reason: 'is longer than what can be sent to a device' }],
}
