// The channels that lead to programs of others, and the settings that each of them takes.
import { Hash, Send, Webhook, type LucideIcon } from 'lucide-react'

export type ChannelField = {
  /** Of the settings. */
  readonly key: string
  readonly label: string
  readonly example: string
  /** It is written down and never shown again. */
  readonly isSecret: boolean
}

export type OutsideChannel = {
  readonly channel: 'slack' | 'telegram' | 'webhook'
  readonly name: string
  readonly icon: LucideIcon
  readonly fields: readonly ChannelField[]
}

export const outsideChannels: readonly OutsideChannel[] = [
  {
    channel: 'slack',
    name: 'Slack',
    icon: Hash,
    fields: [
      {
        key: 'notify.slackUrl',
        label: 'Address of its incoming webhook',
        example: 'https://hooks.slack.com/services/…',
        isSecret: true,
      },
    ],
  },
  {
    channel: 'telegram',
    name: 'Telegram',
    icon: Send,
    fields: [
      { key: 'notify.telegramToken', label: 'Token of the bot', example: 'as @BotFather gave it', isSecret: true },
      { key: 'notify.telegramChat', label: 'Chat', example: 'its id, or a channel’s @name', isSecret: false },
    ],
  },
  {
    channel: 'webhook',
    name: 'Webhook',
    icon: Webhook,
    fields: [
      { key: 'notify.webhookUrl', label: 'Address', example: 'https://…', isSecret: false },
      { key: 'notify.webhookSecret', label: 'Secret', example: 'signs what is sent there', isSecret: true },
    ],
  },
]
