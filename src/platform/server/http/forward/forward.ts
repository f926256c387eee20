// Before a request is checked: what is another node's to do is asked of that node, and its answer is given as ours.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { agentHeader, type Refusal } from '#platform/contract.ts'
import type { Auth } from '../../auth/auth.ts'
import { sendRefusal } from '../refuse.ts'
import type { OnlyThere, Owner } from './owner.ts'
import { onlyThere, passedTwice } from './refusals.ts'
import { relayedCallerOf } from './relayed-caller.ts'
import type { NodeRelay } from './relay.ts'
import { readAnswer, writeRequest } from './travelling.ts'

export type ForwardParts = {
  readonly relay: Pick<NodeRelay, 'here' | 'ask' | 'urlOf'>
  readonly auth: Pick<Auth, 'nameOf'>
  /** For tests; default: what a stop may take that waits for its terminal, and less than callers wait. */
  readonly limitMs?: number
}

/** A hook of fastify: an answer that is sent ends the request. */
export type ForwardHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const usualLimitMs = 20_000

/** The hook of a route whose things have an owner. */
export function forwardTo(parts: ForwardParts, owner: Owner): ForwardHook {
  return async (request, reply) => {
    const { params, query, body } = request
    const owned = await owner({ params, query, body })
    if (owned === null) return undefined
    const relayed = relayedCallerOf(request.raw)
    // Two nodes that take each other for the owner would pass it on for ever.
    if (relayed !== null) return sendRefusal(reply, passedTwice(parts.relay.here, nodeOf(owned)))
    return typeof owned === 'string'
      ? await passOn(parts, owned, { request, reply })
      : sendRefusal(reply, await refusalOf(parts, owned))
  }
}

function nodeOf(owned: string | OnlyThere): string {
  return typeof owned === 'string' ? owned : owned.node
}

async function refusalOf({ relay }: ForwardParts, { node, what }: OnlyThere): Promise<Refusal> {
  return onlyThere(what, node, await relay.urlOf(node))
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

async function passOn(
  { relay, auth, limitMs = usualLimitMs }: ForwardParts,
  node: string,
  { request, reply }: Exchange,
): Promise<unknown> {
  const { method, headers, body, principal } = request
  const told = await relay.ask(
    node,
    writeRequest({
      from: relay.here,
      method,
      url: asciiOnly(request.raw.url ?? ''),
      body,
      userAgent: headers['user-agent'] ?? null,
      agent: single(headers[agentHeader]),
      principal,
      name: auth.nameOf(principal),
    }),
    limitMs,
  )
  if (!told.ok) return sendRefusal(reply, told.error)
  const answer = readAnswer(told.value)
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}

/** A header that was sent twice says nothing that can be relied on. */
function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Node takes bytes beyond ASCII in a target that it is sent, and sends none. */
function asciiOnly(url: string): string {
  return url.replaceAll(/[^\u0021-\u007E]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
