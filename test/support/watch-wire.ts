// Parses what a page receives by the schemas that it trusts: answers of routes, refusals, frames of sockets.
import type { Page, Request, Response } from 'playwright-core'
import { z } from 'zod'
import { changesFrameSchema, errorBodySchema, snapshotFrameSchema } from '#platform/contract.ts'
import type { LiveKind } from '#platform/live-kind.ts'
import { liveApprovals } from '#rooms/approvals/api.ts'
import { approvalCardSchema } from '#rooms/approvals/contract.ts'
import { liveDevices } from '#rooms/devices/api.ts'
import { deviceSchema } from '#rooms/devices/contract.ts'
import { liveLoadErrors, liveRuns, liveSteps, liveStrands } from '#rooms/flow/api.ts'
import { loadErrorSchema, outputFrameSchema, runSchema, runStepSchema, strandSchema } from '#rooms/flow/contract.ts'
import { liveInbox } from '#rooms/inbox/api.ts'
import { inboxItemSchema } from '#rooms/inbox/contract.ts'
import { liveNotifications } from '#rooms/notify/api.ts'
import { shownSchema } from '#rooms/notify/contract.ts'
import { liveLastLines, liveSessions, liveSummaries } from '#rooms/sessions/api.ts'
import { sessionSummarySchema } from '#rooms/streams/contract.ts'
import { lastLineSchema, sessionCardSchema } from '#rooms/sessions/contract.ts'
import { liveTasks } from '#rooms/tasks/api.ts'
import { taskCardSchema } from '#rooms/tasks/contract.ts'
import { liveLanes } from '#rooms/triage/api.ts'
import { triageRunSchema, triageStateSchema } from '#rooms/triage/contract.ts'
import { findRoute, readBoundRoutes, type KnownRoute } from './bound-routes.ts'

/** Tells `report` of everything that breaks its schema. The answer resolves when all that has come so far is judged. */
export async function watchWire(page: Page, report: (fault: string) => void): Promise<() => Promise<void>> {
  const routes = await readBoundRoutes()
  const pending = new Set<Promise<void>>()
  const judge = async (request: Request): Promise<void> => {
    const fault = await judgeExchange(routes, request)
    if (fault !== null) report(fault)
  }
  page.on('requestfinished', (request) => {
    const judged = judge(request).finally(() => pending.delete(judged))
    pending.add(judged)
  })
  page.on('websocket', (socket) => {
    const { pathname } = new URL(socket.url())
    const schema = frameSchemas.get(pathname)
    if (schema === undefined) return
    socket.on('framereceived', ({ payload }) => {
      const fault = judgeText(schema, payload.toString())
      if (fault !== null) report(`frame of ${pathname}: ${fault}`)
    })
  })
  return async () => void (await Promise.all(pending))
}

/** A live resource with the schema of its values. One whose values the page would read otherwise does not compile. */
function told<T>({ kind, listed }: LiveKind<T>, value: z.ZodType<T>) {
  return { kind, listed, value }
}

const waitingSchema = z.object({ waiting: z.number().int() })
const kinds = [
  told(liveSessions, sessionCardSchema),
  told(liveLastLines, lastLineSchema),
  told(liveSummaries, sessionSummarySchema),
  told(liveInbox, inboxItemSchema),
  told(liveApprovals, approvalCardSchema),
  told(liveNotifications, shownSchema),
  told(liveDevices, deviceSchema),
  told(liveTasks, taskCardSchema),
  told(liveLanes, z.union([triageRunSchema, triageStateSchema, waitingSchema])),
  told(liveStrands, strandSchema),
  told(liveRuns, runSchema),
  told(liveSteps, runStepSchema),
  told(liveLoadErrors, z.array(loadErrorSchema)),
]

const changeSchema = z.union(
  kinds.flatMap(({ kind, value }) => [
    z.object({ kind: z.literal(kind), op: z.literal('upsert'), id: z.string(), value }),
    z.object({ kind: z.literal(kind), op: z.literal('remove'), id: z.string(), value: z.null() }),
  ]),
)

const lists = kinds.flatMap(({ listed, value }) => (listed === null ? [] : [[listed, z.array(value).optional()]]))

const liveFrameSchema = z.discriminatedUnion('type', [
  snapshotFrameSchema.extend(Object.fromEntries(lists) as Record<string, z.ZodType>),
  changesFrameSchema.extend({ changes: z.array(changeSchema) }),
])

const frameSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['/ws/state', liveFrameSchema],
  ['/ws/flow', z.union([liveFrameSchema, outputFrameSchema])],
])

async function judgeExchange(routes: readonly KnownRoute[], request: Request): Promise<string | null> {
  const { pathname } = new URL(request.url())
  if (!pathname.startsWith('/api/')) return null
  const received = await receivedBy(request)
  if (received === null) return null
  const route = findRoute(routes, request.method(), pathname)
  if (route === null && isUnbound(pathname)) return null
  const fault = judgeAnswer(route, received)
  return fault === null ? null : `answer ${received.status} of ${request.method()} ${pathname}: ${fault}`
}

/** What a plugin answers is its own affair. */
const unbound = ['/api/plugins']

function isUnbound(pathname: string): boolean {
  return unbound.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}

type Received = { readonly status: number; readonly type: string; readonly text: string }

/** What was received; null where the page had left before it could be read, and for an answer without a body. */
async function receivedBy(request: Request): Promise<Received | null> {
  const response = await responseOf(request)
  if (response === null || bodiless.has(response.status())) return null
  const text = await textOf(response)
  return text === null ? null : { status: response.status(), type: response.headers()['content-type'] ?? '', text }
}

const bodiless = new Set([204, 304])

async function responseOf(request: Request): Promise<Response | null> {
  try {
    return await request.response()
  } catch {
    // The page was closed while its last answers came.
    return null
  }
}

async function textOf(response: Response): Promise<string | null> {
  try {
    return await response.text()
  } catch {
    // Chromium forgets the bodies of a page that went elsewhere or was closed.
    return null
  }
}

/** What is wrong with an answer; null for none. Exported for its test. */
export function judgeAnswer(route: KnownRoute | null, { status, type, text }: Received): string | null {
  if (status >= 400) return judgeText(errorBodySchema, text)
  if (route === null) return 'no bound route declares it'
  const { answer } = route.schemas
  if (answer === undefined || answer === null) return null
  if (!type.startsWith('application/json')) return `it is ${type}, and its route promises JSON`
  return judgeText(answer, text)
}

function judgeText(schema: z.ZodType, text: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return `no JSON: ${text.slice(0, 80)}`
  }
  const { error } = schema.safeParse(value)
  return error === undefined ? null : z.prettifyError(error).replaceAll('\n', ' ')
}
