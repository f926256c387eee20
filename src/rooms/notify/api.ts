// The routes of notifications, and their live kind.
import { liveKind } from '#platform/live-kind.ts'
import type { Removed } from '#platform/contract.ts'
import { route } from '#platform/route.ts'
import type {
  DeliveryAnswer,
  DeliveryQuery,
  NotifyTest,
  NotifyTested,
  Overview,
  PageOfDeliveries,
  ShownNotification,
  SubscribeRequest,
  Subscribed,
  SubscriptionList,
} from './contract.ts'

const access = 'authenticated'

/** What open tabs show. */
export const liveNotifications = liveKind<ShownNotification>()({ kind: 'notification', listed: 'notifications' })

/** The rules, the channels with how they stand, and the browsers that take pushes. */
export const readNotifications = route<{ answer: Overview }>()({ method: 'GET', path: '/api/notifications', access })

/** Where what was sent and how that went, the newest first. */
export const listDeliveries = route<{ query: Partial<DeliveryQuery>; answer: PageOfDeliveries }>()({
  method: 'GET',
  path: '/api/notifications/deliveries',
  access,
})

/** Sends one again that failed, or of which nobody knows. */
export const retryDelivery = route<{ answer: DeliveryAnswer }>()({
  method: 'POST',
  path: '/api/notifications/deliveries/:id/retry',
  access,
})

/** Sends a notification now and says what came of it. */
export const testNotification = route<{ body: NotifyTest; answer: NotifyTested }>()({
  method: 'POST',
  path: '/api/notifications/test',
  access,
})

/** The browsers that take pushes. */
export const listSubscriptions = route<{ answer: SubscriptionList }>()({
  method: 'GET',
  path: '/api/notifications/subscriptions',
  access,
})

/** Takes pushes in a browser from now on. */
export const subscribe = route<{ body: SubscribeRequest; answer: Subscribed }>()({
  method: 'POST',
  path: '/api/notifications/subscriptions',
  access,
})

/** Sends it no push any more. */
export const unsubscribe = route<{ answer: Removed }>()({
  method: 'DELETE',
  path: '/api/notifications/subscriptions/:id',
  access,
})
