// The routes by which the hooks of agents ask and wait, here and on a device.
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import { approvalRoutes } from './bound-routes.ts'

/** Takes what hooks ask. */
export interface AskDesk {
  /** Null where nobody is asked here. Rejects with `StorageError`. */
  ask(report: AgentReport, request: unknown): Promise<Result<{ readonly id: string } | null, Refusal>>
  /** What the hook prints; null while it is open after the longest wait. Refuses with `not_found` once it is over. */
  await(id: string, signal: AbortSignal): Promise<Result<string | null, Refusal>>
}

export type AskingParts = Pick<AskDesk, 'ask' | 'await'> & {
  /** An event as agents send it. */
  readonly parseReport: (body: unknown) => Result<AgentReport, Refusal>
}

export function mountAsking(api: Api, { parseReport, ...desk }: AskingParts): void {
  mount(api, approvalRoutes.askApproval, async ({ body: { request, ...event } }) => {
    const report = parseReport(event)
    if (!report.ok) return report
    const asked = await desk.ask(report.value, request)
    return asked.ok ? ok({ ok: true as const, id: asked.value?.id ?? null }) : asked
  })
  mountRaw(api, approvalRoutes.awaitApproval, async ({ params: { id } }, reply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const decision = await desk.await(id, gone.signal)
    if (!decision.ok) return void sendRefusal(reply, decision.error)
    if (decision.value === null) return void reply.code(204).send()
    reply.code(200).header('content-type', 'application/json; charset=utf-8').send(decision.value)
  })
}
