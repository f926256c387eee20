// The HTTP face of notifications: /api/notifications.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idFrom } from '#base/ids.ts'
import { notifyChannels, notifyKinds } from '#base/notify-names.ts'
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { pageOf, pageRequest } from '#platform/server/http/pages.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import type { ChannelStand, Overview, Rule } from '../contract.ts'
import { notifyRoutes } from './bound-routes.ts'
import { retry, testChannel, toDelivery, unknownSubscription, type ByHandParts } from './by-hand.ts'
import { missingFor, type NotifyContext } from './context.ts'
import { loadPushKeys } from './push-keys.ts'
import { mostSubscriptions, subscriptionOf, toSubscription } from './subscriptions.ts'

export function mountNotify(api: Api, parts: ByHandParts): void {
  mount(api, notifyRoutes.readNotifications, async ({ request }) => ok(await overview(parts, request)))
  mount(api, notifyRoutes.listDeliveries, async ({ query: { state = null, channel = null, ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const rows = await parts.store.page({ state, channel, limit: page.value.limit + 1, from: page.value.from })
    const { rows: shown, next } = pageOf(rows, page.value, ({ seq }) => seq)
    return ok({ deliveries: shown.map(({ delivery }) => toDelivery(delivery)), next_cursor: next })
  })
  mount(api, notifyRoutes.retryDelivery, ({ params: { id } }) => retry(parts, id))
  mount(api, notifyRoutes.testNotification, ({ body }) => testChannel(parts, body))
  mountSubscriptions(api, parts)
}

function mountSubscriptions(api: Api, { subscriptions, clock, logins }: ByHandParts): void {
  const list = (request: FastifyRequest) => subscriptions.all().map((one) => toSubscription(one, loginOf(request)))
  mount(api, notifyRoutes.listSubscriptions, ({ request }) => ok({ subscriptions: list(request) }))
  mount(api, notifyRoutes.subscribe, async ({ body, request }) => {
    const isKnown = subscriptions.all().some(({ endpoint }) => endpoint === body.endpoint)
    if (!isKnown && subscriptions.all().length >= mostSubscriptions) return err(tooMany)
    const loginId = loginOf(request)
    const made = {
      id: idFrom(randomBytes(16)),
      loginId,
      createdAt: toIso(clock.now()),
      label: whoAsks(request).name,
    }
    const kept = subscriptionOf(body, made)
    await subscriptions.add(kept)
    const key = loginId === null ? ok(null) : await logins.issueDecisionKey(loginId)
    return key.ok ? ok({ subscription: toSubscription(kept, loginId), decision_key: key.value }) : key
  })
  mount(api, notifyRoutes.unsubscribe, async ({ params: { id } }) =>
    (await subscriptions.remove([id])) ? ok({ ok: true as const }) : err(unknownSubscription),
  )
}

const tooMany = {
  error: 'conflict',
  reason: `${mostSubscriptions} browsers take pushes already.`,
  hint: 'Take one off: orrery notify subscriptions --remove <id>',
} as const

function loginOf({ principal }: FastifyRequest): string | null {
  return principal?.kind === 'login' ? principal.loginId : null
}

async function overview(parts: ByHandParts, request: FastifyRequest): Promise<Overview> {
  return {
    rules: notifyKinds.map((kind) => ruleOf(parts, kind)),
    channels: await Promise.all(notifyChannels.map((channel) => standOf(parts, channel))),
    subscriptions: parts.subscriptions.all().map((one) => toSubscription(one, loginOf(request))),
    push_key: loadPushKeys(parts.config.home).publicKey,
  }
}

function ruleOf({ config: { notify } }: NotifyContext, kind: Rule['kind']): Rule {
  const { on, delayS, quiet, channels, showText } = notify.rules[kind]
  return {
    kind,
    on,
    delay_s: delayS,
    approval_delay_s: kind === 'needs_you' ? notify.approvalDelayS : null,
    quiet,
    channels: [...channels],
    show_text: showText,
  }
}

async function standOf(parts: NotifyContext, channel: Rule['channels'][number]): Promise<ChannelStand> {
  const missing = missingFor(channel, parts)
  const last = await parts.store.lastOf(channel)
  const says = missing ?? placeWords(parts, channel)
  return { channel, is_set: missing === null, says, last: last === null ? null : toDelivery(last) }
}

function placeWords({ openTabs, subscriptions, config: { notify } }: NotifyContext, channel: Rule['channels'][number]) {
  const tabs = openTabs()
  switch (channel) {
    case 'browser':
      return tabs === 1 ? '1 tab is open.' : `${tabs} tabs are open.`
    case 'push':
      return `To ${subscriptions
        .all()
        .map(({ label }) => label)
        .join(', ')}.`
    case 'slack':
      return 'By an incoming webhook.'
    case 'telegram':
      return `To the chat ${notify.telegramChat ?? ''}.`
    case 'webhook':
      return `${notify.webhookUrl ?? ''}, signed.`
  }
}
