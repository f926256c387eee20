// The routes of notifications with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import { removedSchema } from '#platform/contract.ts'
import * as routes from '../api.ts'
import {
  deliveryAnswerSchema,
  deliveryListSchema,
  deliveryQuerySchema,
  notifyTestedSchema,
  notifyTestSchema,
  overviewSchema,
  subscribedSchema,
  subscribeRequestSchema,
  subscriptionListSchema,
} from '../contract.ts'

export const notifyRoutes = {
  readNotifications: bind(routes.readNotifications, {
    summary: 'The rules of notifications, the channels with how they stand, and the browsers that take pushes',
    answer: overviewSchema,
  }),
  listDeliveries: bind(routes.listDeliveries, {
    summary: 'What was sent where and how that went, the newest first; with state= and channel= a part of it',
    query: deliveryQuerySchema,
    answer: deliveryListSchema,
  }),
  retryDelivery: bind(routes.retryDelivery, {
    summary: 'Send a notification again that failed, or of which nobody knows',
    answer: deliveryAnswerSchema,
  }),
  testNotification: bind(routes.testNotification, {
    summary: 'Send a notification now, and tell what came of it',
    body: notifyTestSchema,
    answer: notifyTestedSchema,
  }),
  listSubscriptions: bind(routes.listSubscriptions, {
    summary: 'The browsers that take pushes',
    answer: subscriptionListSchema,
  }),
  subscribe: bind(routes.subscribe, {
    summary: 'Take pushes in a browser: endpoint and keys of its subscription',
    body: subscribeRequestSchema,
    status: 201,
    answer: subscribedSchema,
  }),
  unsubscribe: bind(routes.unsubscribe, {
    summary: 'Send a browser no push any more',
    answer: removedSchema,
  }),
}
