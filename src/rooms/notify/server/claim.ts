// One call of several services that share their stores and a channel: what all of them would send to one place has one id.
import { createHash } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import type { NotifyChannel } from '#base/notify-names.ts'
import type { StandingNotification } from '../core/watch.ts'
import type { NotifyContext, NotifyPlace } from './context.ts'

/** Null where nobody else could send it: a service by itself, the tabs of one, and browsers that take one's key alone. */
export function claimOf(
  { node, config }: Pick<NotifyContext, 'node' | 'config'>,
  { channel }: NotifyPlace,
  { tag, kind, members }: StandingNotification,
): string | null {
  const address = addressOf(channel, config.notify)
  if (node === null || address === null) return null
  const moments = members.map((each) => `${each.tag} ${each.moment}`).toSorted()
  const called = JSON.stringify([channel, address, tag, kind, moments])
  return idFrom(createHash('sha256').update(called).digest().subarray(0, 16))
}

type Places = NotifyContext['config']['notify']

function addressOf(
  channel: NotifyChannel,
  { slackUrl, telegramToken, telegramChat, webhookUrl }: Places,
): string | null {
  switch (channel) {
    case 'browser':
    case 'push':
      return null
    case 'slack':
      return slackUrl
    case 'telegram':
      return `${telegramToken} ${telegramChat}`
    case 'webhook':
      return webhookUrl
  }
}
