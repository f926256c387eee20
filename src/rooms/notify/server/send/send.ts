// Sends one message to one place. Loaded with the first one that is sent.
import { createHmac } from 'node:crypto'
import { oneLine } from '#base/cut-text.ts'
import { commandLineAgent } from '#platform/server/http/who-asks.ts'
import { callOut, type OutAnswer, type OutFailure, type Resolve } from '#platform/server/outbound/call-out.ts'
import type { Result } from '#base/result.ts'
import { version } from '#platform/server/version.ts'
import type { KeptDelivery } from '../../contract/kept.ts'
import { pushPayload, slackBody, telegramBody, webhookBody } from '../../core/formats.ts'
import { triedOf, type Tried } from '../../core/retry.ts'
import { missingFor, type NotifyContext } from '../context.ts'
import { loadPushKeys } from '../push-keys.ts'
import { pushRequest } from './push.ts'

export type SendParts = NotifyContext & {
  /** Where the page is, for links that are opened elsewhere. */
  readonly base: () => string
  /** Addresses of a host; left out: as the system knows them. */
  readonly resolve?: Resolve
}

/** Never rejects: what can't be sent says why. */
export async function sendOne(parts: SendParts, delivery: KeptDelivery, signal: AbortSignal): Promise<Tried> {
  try {
    const request = await requestOf(parts, delivery)
    if ('is' in request) return request
    const { resolve, config } = parts
    const headers = { 'user-agent': `${commandLineAgent}${version}`, ...request.headers }
    const { privateTargets } = config.notify
    return triedBy(request, await callOut({ ...request, headers, privateTargets, signal }, resolve))
  } catch (error) {
    parts.log.error({ err: error, delivery: delivery.id }, 'a notification could not be made')
    const hint = 'The log of the service has more.'
    return { is: 'refused', says: 'It could not be made.', hint }
  }
}

type Request = {
  /** What the place is called in a sentence. */
  readonly who: string
  /** Whether what it answers may be shown: it tells why in words. */
  readonly isTelling: boolean
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

async function requestOf(parts: SendParts, delivery: KeptDelivery): Promise<Request | Tried> {
  const { channel } = delivery
  if (channel === 'push') return requestOfPush(parts, delivery)
  const { slackUrl, telegramUrl, telegramToken, telegramChat, webhookUrl, webhookSecret } = parts.config.notify
  const base = parts.base()
  if (channel === 'slack' && slackUrl !== null) {
    return { who: 'Slack', isTelling: true, url: slackUrl, ...asJson(slackBody(delivery, base)) }
  }
  if (channel === 'telegram' && telegramToken !== null && telegramChat !== null) {
    const url = `${telegramUrl}/bot${telegramToken}/sendMessage`
    return { who: 'Telegram', isTelling: true, url, ...asJson(telegramBody(delivery, base, telegramChat)) }
  }
  if (channel === 'webhook' && webhookUrl !== null && webhookSecret !== null) {
    const { body, headers } = asJson(webhookBody(delivery, base))
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const signed = { ...headers, 'x-signature-256': `sha256=${signature}`, 'x-delivery-id': delivery.id }
    return { who: 'The webhook', isTelling: false, url: webhookUrl, headers: signed, body }
  }
  return {
    is: 'refused',
    says: missingFor(channel, parts) ?? 'Nothing is sent there.',
    hint: 'Set it, then try again.',
  }
}

async function requestOfPush(parts: SendParts, delivery: KeptDelivery): Promise<Request | Tried> {
  const { config, clock, subscriptions } = parts
  const to = delivery.subscription === null ? null : subscriptions.get(delivery.subscription)
  if (to === null) return { is: 'refused', says: 'That browser takes no pushes any more.', hint: 'Subscribe it anew.' }
  const keys = loadPushKeys(config.home)
  const payload = pushPayload(delivery)
  const contact = contactOf(config)
  const request = await pushRequest(to, { payload, keys, contact, nowMs: clock.now() })
  return { who: `The push service of ${to.label}`, isTelling: false, ...request }
}

/** Push services demand one; an address that is kept free for examples reaches nobody. */
function contactOf({ notify: { contact }, publicUrl }: NotifyContext['config']): string {
  if (contact !== null) return contact
  return publicUrl?.startsWith('https://') === true ? publicUrl : 'mailto:nobody@example.com'
}

function asJson(value: object): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Of what a place answers. */
const shownCharacters = 100

function triedBy({ who, isTelling, url }: Request, called: Result<OutAnswer, OutFailure>): Tried {
  if (!called.ok) {
    const { code, reason, hint } = called.error
    const says = `${who} ${reason}.`
    return code === 'forbidden' ? { is: 'refused', says, hint } : { is: 'failed', says, hint, retryAfterMs: null }
  }
  const { status, retryAfter, text } = called.value
  const isPush = who.startsWith('The push service')
  if (isPush && (status === 404 || status === 410)) {
    const hint = 'It is taken off the list. Subscribe that browser anew.'
    return { is: 'gone', says: `${who} does not know it any more (${status}).`, hint }
  }
  const tried = triedOf(who, status, retryAfter)
  const said = isTelling && tried.is !== 'delivered' ? wordsIn(text).replaceAll(url, '…') : ''
  return said === '' ? tried : { ...tried, says: `${tried.says.replace(/\.$/, '')}: ${said}` }
}

/** Telegram's `description`, or Slack's one word. */
function wordsIn(text: string): string {
  const described = /"description"\s*:\s*"(?<words>[^"]*)"/.exec(text)?.groups?.words
  return oneLine(described ?? text, shownCharacters)
}
