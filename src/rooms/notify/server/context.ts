// What the parts of this room's server work on together.
import type { NotifyChannel } from '#base/notify-names.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { NotifyPorts } from './ports.ts'
import type { NotifyStore } from './store.ts'
import type { Subscriptions } from './subscriptions.ts'

export type NotifyContext = {
  readonly config: Pick<Config, 'home' | 'notify' | 'publicUrl' | 'retention'>
  readonly store: NotifyStore
  readonly subscriptions: Subscriptions
  readonly commits: Database['commits']
  /** The name of this service among those that share the tables; null where it has them for itself. */
  readonly node: string | null
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  /** How many tabs are open. */
  readonly openTabs: () => number
  readonly askOf: NotifyPorts['askOf']
  readonly logins: NotifyPorts['logins']
}

/** A place that notifications can be sent to now. */
export type NotifyPlace = { readonly channel: NotifyChannel; readonly target: string; readonly to: string }

export const channelNames: Readonly<Record<NotifyChannel, string>> = {
  browser: 'Open tabs',
  push: 'Push',
  slack: 'Slack',
  telegram: 'Telegram',
  webhook: 'Webhook',
}

/** What is missing before anything can be sent there; null where nothing is. */
export function missingFor(channel: NotifyChannel, { config, subscriptions, openTabs }: NotifyContext): string | null {
  const { slackUrl, telegramToken, telegramChat, webhookUrl, webhookSecret } = config.notify
  switch (channel) {
    case 'browser':
      return openTabs() === 0 ? 'No tab is open.' : null
    case 'push':
      return subscriptions.all().length === 0 ? 'No browser takes pushes yet.' : null
    case 'slack':
      return slackUrl === null ? 'notify.slackUrl is not set.' : null
    case 'telegram':
      if (telegramToken === null) return 'notify.telegramToken is not set.'
      return telegramChat === null ? 'notify.telegramChat is not set.' : null
    case 'webhook':
      if (webhookUrl === null) return 'notify.webhookUrl is not set.'
      return webhookSecret === null ? 'notify.webhookSecret is not set: nothing is sent unsigned.' : null
  }
}

/** The places of these channels, as it is now. */
export function placesOf(channels: readonly NotifyChannel[], context: NotifyContext): readonly NotifyPlace[] {
  return channels
    .filter((channel) => missingFor(channel, context) === null)
    .flatMap((channel): readonly NotifyPlace[] =>
      channel === 'push'
        ? context.subscriptions.all().map(({ id, label }) => ({ channel, target: id, to: label }))
        : [{ channel, target: '', to: channelNames[channel] }],
    )
}
