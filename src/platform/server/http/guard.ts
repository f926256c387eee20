// Stands before every route: refuses in the order 410, Host and Origin, class, 404, 405, 413; the parsers do the rest.
import { liesUnder, pathSegments } from '#base/request-path.ts'
import { hookPrefixes, programPrefixes, type AccessPrefix } from '#platform/api.ts'
import type { Refusal } from '#platform/contract.ts'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { AccessClass } from '#platform/access.ts'
import type { Caller } from '../access/caller.ts'
import { decide } from '../access/decide.ts'
import type { HookKey } from '../access/hook-key.ts'
import { judge, type Verdict } from '../access/judge.ts'
import type { PeerOwners } from '../access/peer-owners.ts'
import { classOfPath } from '../access/prefixes.ts'
import { classesOf } from '../access/raise.ts'
import { readCaller } from '../access/read-caller.ts'
import type { AccessSettings } from '../access/settings.ts'
import type { Auth, Principal } from '../auth/auth.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { dropTypeOfEmptyBody } from './body.ts'
import { relayedCallerOf } from './forward/relayed-caller.ts'
import { sendRefusal } from './refuse.ts'
import { notFound, stopping, tooLarge } from './refusals.ts'
import type { RouteEntry, RouteTable } from './route-table.ts'
import { dataHeaders } from './security-headers.ts'

export type GuardOptions = {
  readonly auth: Pick<Auth, 'identify'>
  readonly owners: PeerOwners
  readonly hookKey: Pick<HookKey, 'matches'>
  /** The refusal of a path that this deployment does not have, or null. */
  readonly gone: (target: string) => Refusal | null
  /** Prefixes that only this deployment guards. */
  readonly prefixes: readonly AccessPrefix[]
  readonly table: RouteTable
  readonly metrics: Metrics
  readonly bodyBytes: number
  /** The settings of the listener that a request came through. */
  readonly settingsOf: (request: IncomingMessage) => AccessSettings
  readonly isStopping: () => boolean
}

export type Guard = {
  /** The hook of one route; all that can be known beforehand is worked out here, once. */
  forRoute(entry: RouteEntry): OnRequest
  /** Calls back with the verdict on a request that met no route; null when it is the page's to answer. */
  judgeUnknown(request: FastifyRequest, settle: (denial: Denial | null) => void): void
}
export type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void

/** A refusal, and for 405 the methods that the path does have. */
export type Denial = { readonly refusal: Refusal; readonly allow: readonly string[] }

export function createGuard(options: GuardOptions): Guard {
  return {
    forRoute: (entry) => guardRoute(options, entry),
    judgeUnknown: (request, settle) => judgeUnknown(options, request, settle),
  }
}

function guardRoute(options: GuardOptions, entry: RouteEntry): OnRequest {
  const { auth, owners, hookKey, metrics, settingsOf, isStopping } = options
  const bodyBytes = entry.bodyBytes ?? options.bodyBytes
  const anonymousBytes = entry.anonymousBodyBytes ?? bodyBytes
  const gone = options.gone(entry.url)
  const isHookRoute = isHookTarget(entry.url)
  const expectsBody = entry.schema?.body !== undefined
  const classes = entry.raise.length === 0 ? [entry.access] : null
  // Its callers are programs; what browsers may do with an answer is no question there, and it is the busiest route.
  const headers = entry.access === 'local_only' ? null : dataHeaders
  const stats = metrics.requests(entry.method, entry.url)
  return (request, reply, done) => {
    const { raw } = request
    metrics.watch(reply.raw, stats)
    if (isStopping()) return void sendRefusal(reply, stopping)
    if (gone !== null) return void sendRefusal(reply, gone)
    const admit = (principal: Principal | null): void => {
      const limit = principal === null ? anonymousBytes : bodyBytes
      if (Number(raw.headers['content-length'] ?? 0) > limit) return void sendRefusal(reply, tooLarge(limit))
      if (!expectsBody) dropTypeOfEmptyBody(raw)
      if (principal !== null) request.principal = principal
      if (headers !== null) reply.headers(headers)
      done()
    }
    const relayed = relayedCallerOf(raw)
    // The node that passes it on has judged who asks, by the same class.
    if (relayed !== null) return entry.isOwned === true ? admit(relayed.principal) : refuseRelayed(reply, raw)
    const settings = settingsOf(raw)
    const caller = readCaller(raw, { isSocket: false, auth, owners, hookKey, route: entry.url })
    const isElsewhere = settings.hooksOnly && !isHookRoute
    const asked = isElsewhere ? hooksOnlyClasses : (classes ?? classesOf(entry, request.query))
    const judgeAs = (as: Caller): Verdict => judgeAll(asked, as, settings)
    decide({ caller, socket: raw.socket, owners, judgeAs }, (verdict) => {
      if (verdict !== null) return void sendRefusal(reply, verdict)
      if (isElsewhere) return void sendRefusal(reply, notFound(raw.url ?? ''))
      admit(caller.principal)
    })
  }
}

/** Nothing but what belongs to a node is asked of it through others. */
function refuseRelayed(reply: FastifyReply, { url = '' }: IncomingMessage): void {
  sendRefusal(reply, notFound(url))
}

/** The first refusal of several classes that a caller has to pass. */
function judgeAll(classes: readonly AccessClass[], caller: Caller, settings: AccessSettings): Verdict {
  for (const access of classes) {
    const verdict = judge(access, caller, settings)
    if (verdict !== null) return verdict
  }
  return null
}

/** On the hook listener nothing else exists, and only local callers get to hear even that. */
const hooksOnlyClasses: readonly AccessClass[] = ['local_only']

const hookSegments = hookPrefixes.map(pathSegments)

function isHookTarget(target: string): boolean {
  const segments = pathSegments(target)
  return hookSegments.some((prefix) => liesUnder(segments, prefix))
}

/** What exists is told only to those who might use it: every class that the path could have is asked before 404 or 405. */
function judgeUnknown(options: GuardOptions, { raw }: FastifyRequest, settle: (denial: Denial | null) => void): void {
  const target = raw.url ?? ''
  if (relayedCallerOf(raw) !== null) return settle(deny(notFound(target)))
  const { auth, owners, hookKey } = options
  const refusal = options.isStopping() ? stopping : options.gone(target)
  if (refusal !== null) return settle(deny(refusal))
  const settings = options.settingsOf(raw)
  const routes = settings.hooksOnly && !isHookTarget(target) ? [] : options.table.at(target)
  // What may ask a route with one method is told that it does not take another.
  const route = routes[0]?.url ?? null
  const caller = readCaller(raw, { isSocket: false, auth, owners, hookKey, route })
  const classes = classesOfUnknown(options, target, { settings, routes })
  const judgeAs = (as: Caller): Verdict => judgeAny(classes, as, settings)
  decide({ caller, socket: raw.socket, owners, judgeAs }, (verdict) => {
    settle(verdict === null ? denyAllowed(raw, { settings, routes }) : deny(verdict))
  })
}

/** Null for a caller whom one of the classes lets pass. */
function judgeAny(classes: readonly AccessClass[], caller: Caller, settings: AccessSettings): Verdict {
  const verdicts = classes.map((access) => judge(access, caller, settings))
  return verdicts.includes(null) ? null : (verdicts[0] ?? null)
}

function denyAllowed(raw: IncomingMessage, { settings, routes }: Unknown): Denial | null {
  const target = raw.url ?? ''
  const methods = [...new Set(routes.map(({ method }) => method))]
  if (methods.length > 0 && !methods.includes(raw.method ?? '')) return deny(wrongMethod(raw.method, methods), methods)
  return isForPage(target) && !settings.hooksOnly ? null : deny(notFound(target))
}

type Unknown = { readonly settings: AccessSettings; readonly routes: readonly RouteEntry[] }

function classesOfUnknown(
  options: GuardOptions,
  target: string,
  { settings, routes }: Unknown,
): readonly AccessClass[] {
  if (routes.length > 0) return routes.map(({ access }) => access)
  return settings.hooksOnly ? hooksOnlyClasses : [classOfPath(target, options.prefixes)]
}

function deny(refusal: Refusal, allow: readonly string[] = []): Denial {
  return { refusal, allow }
}

function wrongMethod(method: string | undefined, methods: readonly string[]): Refusal {
  return {
    error: 'method_not_allowed',
    reason: `This path does not take ${method ?? 'this method'}.`,
    hint: `It takes ${methods.join(', ')}.`,
  }
}

const programSegments = programPrefixes.map(pathSegments)

/** Everything outside the programs' prefixes is the page's: an asset, or a view that it draws itself. */
function isForPage(target: string): boolean {
  const segments = pathSegments(target)
  return !programSegments.some((prefix) => liesUnder(segments, prefix))
}
