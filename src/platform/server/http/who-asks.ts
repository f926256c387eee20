// Who asks, for a history that people read: what a request says of itself. It is a remark and grants nothing.
import { describeBrowser } from '#base/describe-browser.ts'
import { agentHeader } from '#platform/contract.ts'
import type { IncomingMessage } from 'node:http'
import { throughNode } from '../auth/through-node.ts'
import { relayedCallerOf } from './forward/relayed-caller.ts'

export type WhoAsks = { readonly kind: 'person' | 'agent'; readonly name: string }

type Asking = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Tells the node through which it came, if it came through one. */
  readonly raw?: IncomingMessage
}

/** Begins the User-Agent of the command line. */
export const commandLineAgent = 'orrery/'

const longestName = 200

/** An agent by the name that it gives; a person by what they use: their browser, the command line, or a program of theirs. */
export function whoAsks({ headers, raw }: Asking): WhoAsks {
  const who = whoSays(headers)
  const relayed = raw === undefined ? null : relayedCallerOf(raw)
  return relayed === null ? who : { ...who, name: throughNode(who.name, relayed.node) }
}

function whoSays(headers: Asking['headers']): WhoAsks {
  const agent = headers[agentHeader]
  if (typeof agent === 'string' && agent !== '') return { kind: 'agent', name: agent.slice(0, longestName) }
  const program = headers['user-agent']
  if (typeof program !== 'string') return { kind: 'person', name: 'API' }
  if (program.startsWith(commandLineAgent)) return { kind: 'person', name: 'command line' }
  return {
    kind: 'person',
    name: program.startsWith('Mozilla/') ? describeBrowser(program).slice(0, longestName) : 'API',
  }
}
