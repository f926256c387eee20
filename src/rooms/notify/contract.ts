// Wire types of notifications: what one says, where it was sent, the rules in force, and browsers that take pushes.
import { z } from 'zod'
import { notifyChannels, notifyKinds } from '#base/notify-names.ts'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Why somebody is notified. */
export const notifyKindSchema = z.enum(notifyKinds)
/** Where to. */
export const notifyChannelSchema = z.enum(notifyChannels)

/** What a person reads of a notification, wherever it is shown. */
export const messageSchema = z.object({
  /** The same for all that replaces it: `session:…`, or `group:…` for several that are told as one. */
  tag: z.string(),
  kind: notifyKindSchema,
  title: z.string(),
  text: z.string(),
  /** A path of the page, with its query. */
  link: z.string(),
  /** The approval that it asks for, which may be denied on the spot; null where it is about anything else. */
  ask: z
    .object({
      id: z.string(),
      input_hash: z.string(),
      /** All that is asked for stands in `text`, and a person named the tool in `approvals.fromNotification`. */
      may_approve: z.boolean(),
    })
    .nullable()
    .default(null),
})
/** As it is shown. */
export type Message = Readonly<z.infer<typeof messageSchema>>

/** A notification for open tabs; `told_at` grows with each that calls, so that no tab calls twice. */
export const shownSchema = messageSchema.extend({
  /** The tag. */
  id: z.string(),
  told_at: timestampSchema,
  /** It only replaces what stands there. */
  is_silent: z.boolean(),
})
/** As open tabs get it. */
export type ShownNotification = Readonly<z.infer<typeof shownSchema>>

/** `told`: it calls. `updated`: it changed, silently. `over`: what it was about is over, silently. `test`: by hand. */
export const deliveryEventSchema = z.enum(['told', 'updated', 'over', 'test'])
export type DeliveryEvent = z.infer<typeof deliveryEventSchema>

/** Where a delivery stands, in the order of its life. */
export const deliveryStates = ['queued', 'sending', 'delivered', 'failed', 'unknown', 'taken_back'] as const
/**
 * `queued`: to be sent, or sent again at `next_at`. `unknown`: the service ended while it was sent, so it is not sent again
 * by itself. `taken_back`: over before it was sent.
 */
export const deliveryStateSchema = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryStateSchema>

/** One message to one place. */
export const deliverySchema = z.object({
  id: z.string(),
  event: deliveryEventSchema,
  channel: notifyChannelSchema,
  /** The id of the subscription of a push; null for all others. */
  subscription: z.string().nullable(),
  /** What that place is called: a browser, `Slack`. */
  to: z.string(),
  message: messageSchema,
  at: timestampSchema,
  state: deliveryStateSchema,
  /** How often it was sent, of five times at most. */
  tries: z.number().int(),
  /** When it is sent again by itself; null where it is not. */
  next_at: timestampSchema.nullable(),
  /** When it was delivered or given up. */
  done_at: timestampSchema.nullable(),
  /** What came of the last try, in words; null before one. */
  says: z.string().nullable(),
  /** What to do next where that failed. */
  hint: z.string().nullable(),
  /** How long the last try took. */
  took_ms: z.number().nullable(),
})
export type Delivery = Readonly<z.infer<typeof deliverySchema>>

/** GET /api/notifications/deliveries: the newest first. */
export const deliveryQuerySchema = z.strictObject({
  state: deliveryStateSchema.optional(),
  channel: notifyChannelSchema.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().max(200).optional(),
})
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>

/** A page of deliveries. */
export const deliveryListSchema = z.object({ deliveries: z.array(deliverySchema), next_cursor: nextCursorSchema })
/** `next_cursor` is null on the last one. */
export type PageOfDeliveries = z.infer<typeof deliveryListSchema>

/** One delivery, as it is after the request. */
export const deliveryAnswerSchema = z.object({ delivery: deliverySchema })
export type DeliveryAnswer = z.infer<typeof deliveryAnswerSchema>

/** The rule of one kind, as the settings `notify.<kind>.*` have it. */
export const ruleSchema = z.object({
  kind: notifyKindSchema,
  on: z.boolean(),
  /** Seconds that the state must last. */
  delay_s: z.number().int(),
  /** Of `needs_you`: seconds that an approval must be open; null for all others. */
  approval_delay_s: z.number().int().nullable(),
  /** `22:00-07:30`; null for none. */
  quiet: z.string().nullable(),
  channels: z.array(notifyChannelSchema),
  show_text: z.boolean(),
})
export type Rule = Readonly<z.infer<typeof ruleSchema>>

/** A browser that takes pushes. */
export const subscriptionSchema = z.object({
  id: z.string(),
  /** What it is called: `Firefox on Linux`. */
  label: z.string(),
  /** The host of its push service. */
  service: z.string(),
  created_at: timestampSchema,
  /** Whether it was made by the login that asks. */
  is_own: z.boolean(),
})
export type Subscription = Readonly<z.infer<typeof subscriptionSchema>>

/** One channel: whether it is set up, and how its last delivery went. */
export const channelStandSchema = z.object({
  channel: notifyChannelSchema,
  /** Whether anything can be sent there: tabs are open, browsers are subscribed, address and secrets are set. */
  is_set: z.boolean(),
  /** Where that leads, or what is missing, in words. */
  says: z.string(),
  last: deliverySchema.nullable(),
})
export type ChannelStand = Readonly<z.infer<typeof channelStandSchema>>

/** GET /api/notifications. */
export const overviewSchema = z.object({
  rules: z.array(ruleSchema),
  channels: z.array(channelStandSchema),
  subscriptions: z.array(subscriptionSchema),
  /** What a browser subscribes with: the public key of this service (RFC 8292). */
  push_key: z.string(),
})
export type Overview = Readonly<z.infer<typeof overviewSchema>>

/** GET /api/notifications/subscriptions. */
export const subscriptionListSchema = z.object({ subscriptions: z.array(subscriptionSchema) })
/** In the order in which they came. */
export type SubscriptionList = z.infer<typeof subscriptionListSchema>

const keyOf = (bytes: number, what: string) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, {
      error: `must be ${what} in base64url`,
    })

/** POST /api/notifications/subscriptions: what `PushSubscription.toJSON()` gives; a known endpoint is taken anew. */
export const subscribeRequestSchema = z.strictObject({
  endpoint: z
    .string()
    .max(2000)
    .regex(/^https:\/\/[^\s/@]+\//, 'must be an address that begins with https://'),
  keys: z.strictObject({ p256dh: keyOf(65, 'a P-256 key'), auth: keyOf(16, '16 bytes') }),
  label: z.string().trim().min(1).max(80).optional(),
})
export type SubscribeRequest = z.infer<typeof subscribeRequestSchema>

/** The subscription as it is kept. */
export const subscribedSchema = z.object({
  subscription: subscriptionSchema,
  /** By it that browser's worker decides approvals, and does nothing else. Told this once; null for the access token itself. */
  decision_key: z.string().nullable(),
})
export type Subscribed = z.infer<typeof subscribedSchema>

/** POST /api/notifications/test. `subscription`: one of those of `push`; without it the newest. */
export const notifyTestSchema = z.strictObject({
  channel: notifyChannelSchema,
  subscription: z.string().max(200).optional(),
})
export type NotifyTest = z.infer<typeof notifyTestSchema>

/** What came of a test, in words. */
export const notifyTestedSchema = z.object({ works: z.boolean(), delivery: deliverySchema })
export type NotifyTested = z.infer<typeof notifyTestedSchema>

/** What a push carries to the worker of the page, and what it shows. */
export type PushPayload = Message & {
  readonly v: 1
  readonly event: DeliveryEvent
  readonly is_silent: boolean
}

/** Spending that comes near its limit, or is there: from whoever counts it. `moment` tells one time from the next. */
export type BudgetState = {
  readonly moment: string
  readonly since: string
  /** As it is told: `Budget of today: 80 %`. */
  readonly title: string
  readonly text: string
  readonly link: string
}

/** Tells how a budget stands; null once there is nothing to tell of it. Never throws, and nobody waits for it. */
export type TellBudget = (id: string, state: BudgetState | null) => void
