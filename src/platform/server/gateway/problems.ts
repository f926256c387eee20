// Why the gateway can't be used, in words: one form for its socket and for its command.
import { oneLine } from '#base/cut-text.ts'
import { wordsOfNetwork } from '#base/network-words.ts'
import type { GatewayError } from './frames.ts'

export type GatewayProblemCode =
  /** Nothing answers at the address, or the connection broke. */
  | 'unreachable'
  /** A program of another user of this machine has its port. */
  | 'stranger'
  /** The token is wrong or missing. */
  | 'unauthorized'
  /** The gateway wants the identity of a paired device. */
  | 'not_paired'
  /** Another version of the protocol, or no gateway at all. */
  | 'protocol'
  | 'timed_out'
  | 'unknown_job'
  /** It answered with an error that has no code of its own here. */
  | 'refused'
  /** The answer has a form that is not understood. */
  | 'bad_answer'
  /** The `openclaw` command is not on PATH. */
  | 'not_installed'
  /** The command does not know one of its options. */
  | 'unknown_option'

/** `reason` is a sentence, `hint` says what to do; neither ever holds a token. */
export type GatewayProblem = { readonly code: GatewayProblemCode; readonly reason: string; readonly hint: string }

export const startHint = 'Start it with: openclaw gateway run. Its address is gateway.url, or GATEWAY_PORT.'
/** Whatever has the port could keep the token, and tell of agents that do not exist. */
export function strangerAt(url: string): GatewayProblem {
  return problem(
    'stranger',
    `What listens at ${url} is a program of another user of this machine, so it was not shown the token.`,
    'Start the gateway as your own user, on a port that nobody else has: gateway.url, or GATEWAY_PORT.',
  )
}

const tokenHint = 'Put its token into config.json as gateway.token: it is taken at once.'
const pairHint =
  'Run the gateway on this machine, where no pairing is needed, or set gateway.token to a token that may do without.'
const versionHint = 'Bring OpenClaw and Orrery to versions that speak the same protocol.'
const logHint = 'See the log of the gateway.'

export function problem(code: GatewayProblemCode, reason: string, hint: string = logHint): GatewayProblem {
  return { code, reason: oneLine(reason, longestReason), hint }
}

type Words = readonly [code: GatewayProblemCode, reason: string, hint: string]

/** By `error.details.code`. */
const byDetails: Readonly<Record<string, Words>> = {
  AUTH_TOKEN_MISMATCH: ['unauthorized', 'The gateway refuses the token.', tokenHint],
  AUTH_TOKEN_MISSING: ['unauthorized', 'The gateway asks for a token, and none is set.', tokenHint],
  AUTH_REQUIRED: ['unauthorized', 'The gateway asks for a token, and none is set.', tokenHint],
  AUTH_UNAUTHORIZED: ['unauthorized', 'The gateway refuses the token.', tokenHint],
  AUTH_PASSWORD_MISSING: ['unauthorized', 'The gateway asks for a password, which is not supported.', tokenHint],
  AUTH_PASSWORD_MISMATCH: ['unauthorized', 'The gateway asks for a password, which is not supported.', tokenHint],
  AUTH_RATE_LIMITED: ['unauthorized', 'The gateway refuses further tries for a while.', tokenHint],
  DEVICE_IDENTITY_REQUIRED: ['not_paired', 'The gateway wants the identity of a paired device.', pairHint],
  PAIRING_REQUIRED: ['not_paired', 'The gateway wants this service to be paired first.', pairHint],
  PROTOCOL_MISMATCH: ['protocol', 'The gateway speaks another version of the protocol.', versionHint],
  CRON_JOB_NOT_FOUND: ['unknown_job', 'The gateway has no such job.', 'It may have been removed there a moment ago.'],
}

export function problemOfError({ code, message, details }: GatewayError): GatewayProblem {
  const words = byDetails[details?.code ?? ''] ?? byDetails[code]
  if (words !== undefined) return problem(...words)
  if (code === 'NOT_PAIRED') return problem('not_paired', 'The gateway wants this service to be paired.', pairHint)
  if (/^unauthorized\b/i.test(message))
    return problem('unauthorized', `The gateway says ${quoted(message)}.`, tokenHint)
  return problem('refused', `The gateway says ${quoted(message === '' ? code : message)}.`)
}

/** By the close code of the socket (RFC 6455 and what this gateway sends). */
export function problemOfClose(closeCode: number, reason: string): GatewayProblem {
  const said = reason === '' ? '' : ` (${reason})`
  if (closeCode === 1008)
    return problem('unauthorized', `The gateway closed the connection as not allowed${said}.`, tokenHint)
  if (closeCode === 1002)
    return problem('protocol', `The gateway did not understand the connection${said}.`, versionHint)
  if (closeCode === 1012) return problem('unreachable', `The gateway restarts${said}.`, startHint)
  if (closeCode === 1009) return problem('bad_answer', 'A message was larger than may travel.')
  return problem('unreachable', `The connection to the gateway ended with code ${closeCode}${said}.`, startHint)
}

/** An error of the network or of the WebSocket handshake. */
export function problemOfConnect(error: Error, url: string): GatewayProblem {
  if (error.message.startsWith('Unexpected server response')) {
    return problem('protocol', `What answers at ${url} is no gateway: ${error.message}.`, startHint)
  }
  return problem('unreachable', `No gateway at ${url}: ${wordsOfNetwork(error)}.`, startHint)
}

export function quoted(text: string): string {
  return JSON.stringify(oneLine(text, longestReason))
}

const longestReason = 300
