// A change of a rule as a person types it, and as the settings take it.
import { notifyChannels, type NotifyChannel, type NotifyKind } from '#base/notify-names.ts'
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Rule } from '../contract.ts'

/** What is left out stays as it is. */
export type RuleChange = {
  readonly on?: boolean
  readonly delayS?: number
  readonly approvalDelayS?: number
  /** Null for none. */
  readonly quiet?: string | null
  readonly channels?: readonly NotifyChannel[]
  readonly showText?: boolean
}

export type SettingsOfRule = { readonly set: Readonly<Record<string, Json>>; readonly unset: readonly string[] }

/** The keys of the settings that say so. */
export function settingsFor(kind: NotifyKind, { approvalDelayS, quiet, ...plain }: RuleChange): SettingsOfRule {
  const given = Object.entries(plain).filter(([, value]) => value !== undefined)
  const set: Record<string, Json> = Object.fromEntries(
    given.map(([field, value]) => [keyOf(kind, field), asJson(value)]),
  )
  if (approvalDelayS !== undefined) set['notify.approvalDelayS'] = approvalDelayS
  if (typeof quiet === 'string') set[keyOf(kind, 'quiet')] = quiet
  return { set, unset: quiet === null ? [keyOf(kind, 'quiet')] : [] }
}

const keyOf = (kind: NotifyKind, field: string): string => `notify.${kind}.${field}`
const asJson = (value: boolean | number | readonly NotifyChannel[]): Json =>
  typeof value === 'object' ? [...value] : value

/** `push,slack`; `all` and `none` for both ends. An error completes 'must be …'. */
export function channelsIn(text: string): Result<readonly NotifyChannel[], string> {
  if (text === 'all') return ok(notifyChannels)
  if (text === 'none') return ok([])
  const names = text.split(',').map((name) => name.trim())
  const known = notifyChannels.filter((channel) => names.includes(channel))
  const isAllKnown = names.every((name) => notifyChannels.some((channel) => channel === name))
  return isAllKnown ? ok(known) : err(`some of ${notifyChannels.join(', ')}, or all, or none`)
}

/** The channels of a rule with one put in or taken out, in their usual order. */
export function withChannel({ channels }: Pick<Rule, 'channels'>, channel: NotifyChannel): readonly NotifyChannel[] {
  const has = channels.includes(channel)
  return notifyChannels.filter((one) => (one === channel ? !has : channels.includes(one)))
}

/** When the rule calls, in a few words: `at once`, `after 5 s; approvals at once`. */
export function whenWords({ on, delay_s: delay, approval_delay_s: approval, quiet }: Rule): string {
  if (!on) return 'off'
  const own = after(delay)
  const words = approval === null || after(approval) === own ? own : `${own}, approvals ${after(approval)}`
  return quiet === null ? words : `${words}, quiet ${quiet}`
}

function after(seconds: number): string {
  if (seconds === 0) return 'at once'
  if (seconds % 3600 === 0) return `after ${seconds / 3600} h`
  return seconds % 60 === 0 ? `after ${seconds / 60} min` : `after ${seconds} s`
}
