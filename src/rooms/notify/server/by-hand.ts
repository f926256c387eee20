// What a person asks of deliveries: a test of a channel, and one that failed once more.
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Delivery, Message, NotifyTest, NotifyTested } from '../contract.ts'
import type { KeptDelivery } from '../contract/kept.ts'
import { channelNames, missingFor, placesOf, type NotifyContext, type NotifyPlace } from './context.ts'
import type { Desk } from './desk.ts'
import { deliveryOf, tabsWords, type PostParts } from './post.ts'
import type { DeliverySender } from './sender.ts'

export type ByHandParts = NotifyContext &
  Pick<PostParts, 'show'> & {
    readonly sender: Pick<DeliverySender, 'add' | 'settled'>
    readonly desk: Pick<Desk, 'isStanding'>
  }

export function toDelivery({ is_by_hand: _byHand, ...delivery }: KeptDelivery): Delivery {
  return delivery
}

/** Resolves once it was tried. Refuses `not_configured` where the channel is not set up. */
export async function testChannel(parts: ByHandParts, asked: NotifyTest): Promise<Result<NotifyTested, Refusal>> {
  const { channel, subscription = null } = asked
  const missing = missingFor(channel, parts)
  if (missing !== null) return err(notSetUp(channel, missing))
  const places = placesOf([channel], parts)
  const place = subscription === null ? places.at(-1) : places.find(({ target }) => target === subscription)
  if (place === undefined) return err(unknownSubscription)
  const message = testMessage(place)
  const delivery = deliveryOf({ event: 'test', place, message, at: toIso(parts.clock.now()) })
  if (channel === 'browser') return ok(await testTabs(parts, delivery))
  const tried = await enqueue(parts, delivery)
  return ok({ works: tried.state === 'delivered', delivery: toDelivery(tried) })
}

/** Takes no tag of a session: it must not replace what somebody has to see. */
function testMessage({ to }: NotifyPlace): Message {
  return {
    tag: 'test',
    kind: 'needs_you',
    title: 'Orrery reaches you here',
    text: `A test, sent to ${to}. Nothing waits for you.`,
    link: '/settings/notifications',
    ask: null,
  }
}

async function testTabs(parts: ByHandParts, queued: KeptDelivery): Promise<NotifyTested> {
  const { commits, store, show } = parts
  const at = queued.at
  const says = tabsWords(parts.openTabs())
  const hint = 'If nothing showed, allow notifications for this page in the browser.'
  const delivery: KeptDelivery = { ...queued, state: 'delivered', tries: 1, done_at: at, says, hint }
  await commits.write({
    *script() {
      yield* store.add(delivery)
    },
  })
  const { message } = delivery
  show(message.tag, { ...message, id: message.tag, told_at: at, is_silent: false })
  return { works: true, delivery: toDelivery(delivery) }
}

async function enqueue({ commits, store, sender }: ByHandParts, delivery: KeptDelivery): Promise<KeptDelivery> {
  const done = { seq: 0 }
  await commits.write({
    *script() {
      done.seq = (yield* store.add(delivery)) ?? 0
    },
  })
  const settled = sender.settled(delivery.id)
  sender.add([{ seq: done.seq, delivery }])
  return (await settled) ?? delivery
}

/** Resolves once it was tried. */
export async function retry(parts: ByHandParts, id: string): Promise<Result<{ delivery: Delivery }, Refusal>> {
  const { store, commits, sender, desk, subscriptions } = parts
  const found = await store.find(id)
  if (found === null) return err(unknownDelivery)
  const { seq, delivery } = found
  const { state, event, subscription } = delivery
  if (state !== 'failed' && state !== 'unknown') return err(notToRetry[state])
  if (event === 'told' && !desk.isStanding(delivery.message.tag)) return err(isOver)
  if (subscription !== null && subscriptions.get(subscription) === null) return err(subscriptionGone)
  const queued: KeptDelivery = { ...delivery, state: 'queued', next_at: null, done_at: null, is_by_hand: true }
  let isMoved = false
  await commits.write({
    *script() {
      isMoved = yield* store.move(state, queued)
    },
  })
  if (!isMoved) return err(notToRetry.sending)
  const settled = sender.settled(id)
  sender.add([{ seq, delivery: queued }])
  return ok({ delivery: toDelivery((await settled) ?? queued) })
}

function notSetUp(channel: NotifyTest['channel'], missing: string): Refusal {
  const hints = {
    browser: 'Open the page in a browser.',
    push: 'Turn pushes on in a browser: Settings, Notifications.',
    slack: 'Set it: orrery settings set notify.slackUrl',
    telegram: 'Set both: orrery settings set notify.telegramToken, and notify.telegramChat',
    webhook: 'Set both: orrery settings set notify.webhookUrl, and notify.webhookSecret',
  }
  return { error: 'conflict', reason: `${channelNames[channel]}: ${missing}`, hint: hints[channel] }
}

export const unknownSubscription: Refusal = {
  error: 'not_found',
  reason: 'No browser that takes pushes has that id.',
  hint: 'See them with: orrery notify subscriptions',
}
const unknownDelivery: Refusal = {
  error: 'not_found',
  reason: 'No delivery has that id.',
  hint: 'See them with: orrery notify deliveries',
}
const conflict = (reason: string, hint: string): Refusal => ({ error: 'conflict', reason, hint })
const isOver = conflict('What it was about is over.', 'There is nothing to tell any more.')
const subscriptionGone = conflict('That browser takes no pushes any more.', 'Subscribe it anew in that browser.')
const notToRetry = {
  queued: conflict('It is sent again by itself.', 'See when: orrery notify deliveries'),
  sending: conflict('It is being sent now.', 'See how that goes: orrery notify deliveries'),
  delivered: conflict('It was delivered.', 'There is nothing to send again.'),
  taken_back: isOver,
} as const
