// How the command line shows rules, channels, deliveries and subscriptions.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { ChannelStand, Delivery, Rule, Subscription } from '../../contract.ts'
import { whenWords } from '../../core/change-rule.ts'
import { stateWords, whatWords } from '../../core/delivery-words.ts'
import { kindWords } from '../../core/words.ts'

const ago = (at: string): string => formatDuration(systemClock.now() - fromIso(at))

export function ruleTable(rules: readonly Rule[], output: Output): string {
  return formatTable(
    rules,
    [
      { title: 'KIND', text: ({ kind }) => kind },
      { title: 'WHAT', text: ({ kind }) => kindWords[kind].label },
      { title: 'WHEN', text: whenWords, paint: (text, { on }) => (on ? text : output.paint('dim', text)) },
      { title: 'WHERE', text: ({ channels }) => channels.join(', ') || 'nowhere', shrinks: { minimum: 16 } },
      { title: 'TEXTS', text: ({ show_text: isShown }) => (isShown ? 'shown' : 'left out') },
    ],
    output.width,
  )
}

export function channelTable(channels: readonly ChannelStand[], output: Output): string {
  return formatTable(
    channels,
    [
      {
        title: 'CHANNEL',
        text: ({ channel }) => channel,
        paint: (text, { is_set: isSet }) => (isSet ? text : output.paint('dim', text)),
      },
      { title: 'LAST', text: ({ last }) => (last === null ? '-' : `${stateWords[last.state]} ${ago(last.at)} ago`) },
      { title: 'WHERE TO', text: ({ says }) => says, shrinks: { minimum: 20 } },
    ],
    output.width,
  )
}

const colours: Readonly<Record<Delivery['state'], Colour>> = {
  queued: 'yellow',
  sending: 'blue',
  delivered: 'green',
  failed: 'red',
  unknown: 'yellow',
  taken_back: 'dim',
}

export function deliveryTable(deliveries: readonly Delivery[], output: Output): string {
  return formatTable(
    deliveries,
    [
      {
        title: 'STATE',
        text: ({ state }) => stateWords[state],
        paint: (text, { state }) => output.paint(colours[state], text),
      },
      { title: 'SINCE', text: ({ at }) => ago(at) },
      { title: 'TO', text: ({ to }) => to, shrinks: { minimum: 10 } },
      { title: 'WHAT', text: whatWords, shrinks: { minimum: 16 } },
      { title: 'TRIES', text: ({ tries }) => String(tries) },
      { title: 'SAYS', text: ({ says }) => says ?? '-', shrinks: { minimum: 16 } },
      { title: 'ID', text: ({ id }) => id },
    ],
    output.width,
  )
}

export function subscriptionTable(subscriptions: readonly Subscription[], output: Output): string {
  return formatTable(
    subscriptions,
    [
      { title: 'BROWSER', text: ({ label }) => label, shrinks: { minimum: 16 } },
      { title: 'SINCE', text: ({ created_at: at }) => ago(at) },
      { title: 'SERVICE', text: ({ service }) => service, shrinks: { minimum: 16 } },
      { title: 'ID', text: ({ id }) => id },
    ],
    output.width,
  )
}

/** What came of one try: two sentences at most. */
export function outcomeText({ says, hint }: Delivery): string {
  return [says ?? 'Nobody knows yet.', ...(hint === null ? [] : [hint])].join(' ')
}
