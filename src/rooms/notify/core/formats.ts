// A message as each channel takes it.
import type { DeliveryEvent, Message, PushPayload } from '../contract.ts'

/** What is sent, and what it is about. */
export type Sendable = {
  readonly id: string
  readonly event: DeliveryEvent
  readonly at: string
  readonly message: Message
}

/** Which events a channel is sent: what can't take back is not told of an end. */
export const eventsOf = {
  browser: ['told', 'updated', 'over', 'test'],
  push: ['told', 'updated', 'over', 'test'],
  webhook: ['told', 'updated', 'over', 'test'],
  slack: ['told', 'test'],
  telegram: ['told', 'test'],
} as const satisfies Readonly<Record<string, readonly DeliveryEvent[]>>

/** `base`: where the page is, for programs that open links elsewhere. */
export function slackBody({ message }: Sendable, base: string): object {
  const { title, text, link } = message
  const lines = [`*${slackText(title)}*`, ...(text === '' ? [] : [slackText(text)]), `<${base}${link}|Open>`]
  return { text: lines.join('\n') }
}

/** Slack reads these three alone as more than text. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function telegramBody({ message }: Sendable, base: string, chat: string): object {
  const { title, text, link } = message
  // Plain text: nothing in it can be read as a format.
  const lines = [title, ...(text === '' ? [] : [text]), `${base}${link}`]
  return { chat_id: chat, text: lines.join('\n'), link_preview_options: { is_disabled: true } }
}

export function webhookBody({ id, event, at, message }: Sendable, base: string): object {
  const { tag, kind, title, text, link } = message
  return { id, event, at, tag, kind, title, text, url: `${base}${link}` }
}

/** A test calls as well. */
export function pushPayload({ event, message }: Sendable): PushPayload {
  return { v: 1, event, is_silent: event === 'updated' || event === 'over', ...message }
}
