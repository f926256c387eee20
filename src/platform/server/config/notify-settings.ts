// The settings of notifications: a rule for each kind, and the addresses of channels.
import { notifyChannels, notifyKinds, type NotifyChannel, type NotifyKind } from '#base/notify-names.ts'
import type { NotifyRule, NotifySettings } from './config.ts'
import { setting, type Setting } from './setting.ts'
import {
  choiceValue,
  contactValue,
  flagValue,
  hoursValue,
  integerValue,
  listOf,
  optional,
  targetValue,
  textValue,
  tokenValue,
  urlValue,
} from './value-kinds.ts'

/** What each kind is about, as its settings say it. */
const about: Readonly<Record<NotifyKind, string>> = {
  needs_you: 'agents that wait for you',
  failed: 'agents that failed',
  blocked: 'tasks that an agent or a person blocked',
  run_failed: 'strands whose run failed',
  missed: 'strands that missed a run',
  device_offline: 'devices that fell silent',
  budget: 'budgets that are nearly or wholly used up',
}

const dayS = 24 * 60 * 60

type RuleSettings = {
  readonly [Key in NotifyKind as `notify_${Key}_on`]: Setting<boolean>
} & { readonly [Key in NotifyKind as `notify_${Key}_delayS`]: Setting<number> } & {
  readonly [Key in NotifyKind as `notify_${Key}_quiet`]: Setting<string | null>
} & { readonly [Key in NotifyKind as `notify_${Key}_channels`]: Setting<readonly NotifyChannel[]> } & {
  readonly [Key in NotifyKind as `notify_${Key}_showText`]: Setting<boolean>
}

const channelsValue = { ...listOf(choiceValue(notifyChannels)), name: `list of ${notifyChannels.join(', ')}` }

function settingsOfRule(kind: NotifyKind): Readonly<Record<string, Setting<unknown>>> {
  const path = `notify.${kind}`
  const name = `notify_${kind}`
  const onlyPlain = kind === 'needs_you' ? ' Approvals have `notify.approvalDelayS`.' : ''
  return {
    [`${name}_on`]: setting({
      path: `${path}.on`,
      kind: flagValue,
      fallback: true,
      doc: `Whether you are notified of ${about[kind]}.`,
    }),
    [`${name}_delayS`]: setting({
      path: `${path}.delayS`,
      kind: integerValue(0, dayS),
      fallback: 5,
      doc: `Seconds that it must last before you are notified of ${about[kind]}.${onlyPlain}`,
    }),
    [`${name}_quiet`]: setting({
      path: `${path}.quiet`,
      kind: optional(hoursValue),
      fallback: null,
      fallbackText: 'none',
      doc: `Quiet hours, as \`22:00-07:30\`: what begins in them is told at their end, if it still lasts, for ${about[kind]}.`,
    }),
    [`${name}_channels`]: setting({
      path: `${path}.channels`,
      kind: channelsValue,
      fallback: notifyChannels,
      fallbackText: 'all that are set up',
      doc: `Where you are notified of ${about[kind]}.`,
    }),
    [`${name}_showText`]: setting({
      path: `${path}.showText`,
      kind: flagValue,
      fallback: false,
      doc: `Whether what agents wrote may leave the machine with it: what is asked, or why it failed, for ${about[kind]}.`,
    }),
  }
}

// Made from the kinds, so that none is forgotten: the names are those of the type.
const rules = Object.assign({}, ...notifyKinds.map(settingsOfRule)) as RuleSettings

export const notifySettings = {
  ...rules,
  notifyApprovalDelayS: setting({
    path: 'notify.approvalDelayS',
    kind: integerValue(0, dayS),
    fallback: 0,
    doc: 'Seconds that an approval must be open before you are notified of it, by the rule of `needs_you`.',
  }),
  notifySlackUrl: setting({
    path: 'notify.slackUrl',
    kind: optional(urlValue(['https'])),
    fallback: null,
    secret: true,
    doc: 'Address of an incoming webhook of Slack; whoever knows it may write there.',
  }),
  notifyTelegramUrl: setting({
    path: 'notify.telegramUrl',
    kind: urlValue(['https']),
    fallback: 'https://api.telegram.org',
    secretOfUrl: 'notify.telegramToken',
    doc: 'Address of the Bot API of Telegram, for those who run a server of their own.',
  }),
  notifyTelegramToken: setting({
    path: 'notify.telegramToken',
    kind: optional(tokenValue),
    fallback: null,
    secret: true,
    doc: 'Token of the bot that writes to you, as @BotFather gave it.',
  }),
  notifyTelegramChat: setting({
    path: 'notify.telegramChat',
    kind: optional(textValue),
    fallback: null,
    doc: 'Id of the chat that the bot writes to, or the name of a channel with its @.',
  }),
  notifyWebhookUrl: setting({
    path: 'notify.webhookUrl',
    kind: optional(urlValue(['https'])),
    fallback: null,
    secretOfUrl: 'notify.webhookSecret',
    doc: 'Address that each notification is sent to as JSON.',
  }),
  notifyWebhookSecret: setting({
    path: 'notify.webhookSecret',
    kind: optional(tokenValue),
    fallback: null,
    secret: true,
    doc: 'Signs what is sent there: `X-Signature-256: sha256=…` over the body, as strands check it.',
  }),
  notifyPrivateTargets: setting({
    path: 'notify.privateTargets',
    kind: listOf(targetValue),
    fallback: [],
    guarded: true,
    doc: 'Hosts, addresses or networks of your own, as `10.0.0.0/8`, that notifications may be sent to; all else that is private is refused.',
  }),
  notifyContact: setting({
    path: 'notify.contact',
    kind: optional(contactValue),
    fallback: null,
    fallbackText: '`publicUrl`, else an address that nobody reads',
    doc: 'Whom a push service may write to about your pushes, as `mailto:you@example.com`.',
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>

type NotifyValues = {
  readonly [Name in keyof typeof notifySettings]: (typeof notifySettings)[Name] extends Setting<infer T> ? T : never
}

/** The nested form that the service reads. */
export function assembleNotify(values: NotifyValues): NotifySettings {
  return {
    rules: Object.fromEntries(notifyKinds.map((kind) => [kind, ruleOf(values, kind)])) as NotifySettings['rules'],
    approvalDelayS: values.notifyApprovalDelayS,
    slackUrl: values.notifySlackUrl,
    telegramUrl: values.notifyTelegramUrl,
    telegramToken: values.notifyTelegramToken,
    telegramChat: values.notifyTelegramChat,
    webhookUrl: values.notifyWebhookUrl,
    webhookSecret: values.notifyWebhookSecret,
    privateTargets: values.notifyPrivateTargets,
    contact: values.notifyContact,
  }
}

function ruleOf(values: NotifyValues, kind: NotifyKind): NotifyRule {
  return {
    on: values[`notify_${kind}_on`],
    delayS: values[`notify_${kind}_delayS`],
    quiet: values[`notify_${kind}_quiet`],
    channels: values[`notify_${kind}_channels`],
    showText: values[`notify_${kind}_showText`],
  }
}

/** The way back. */
export function notifyValues({ rules: kept, ...plain }: NotifySettings): NotifyValues {
  const ofRules = notifyKinds.flatMap((kind) =>
    Object.entries(kept[kind]).map(([field, value]) => [`notify_${kind}_${field}`, value]),
  )
  const ofPlain = Object.entries(plain).map(([name, value]) => [`notify${capital(name)}`, value])
  return Object.fromEntries([...ofRules, ...ofPlain]) as NotifyValues
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The values without those of notifications. */
export function withoutNotify<V extends NotifyValues>(values: V): Omit<V, keyof NotifyValues> {
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(notifySettings, name))
  return Object.fromEntries(others) as Omit<V, keyof NotifyValues>
}
