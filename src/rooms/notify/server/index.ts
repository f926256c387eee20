// Notifications as app/ wires them.
import { toIso } from '#base/time.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { liveNotifications } from '../api.ts'
import type { ShownNotification, TellBudget } from '../contract.ts'
import { signalOfBudget } from '../core/sources.ts'
import { messageOf } from '../core/words.ts'
import type { NotifyContext } from './context.ts'
import { createDesk } from './desk.ts'
import { endOf, followRooms } from './follow.ts'
import { forgetOld } from './forget-old.ts'
import type { NotifyPorts } from './ports.ts'
import { createPost } from './post.ts'
import { mountNotify } from './routes.ts'
import type { SendOne } from './attempt.ts'
import { createSender, type DeliverySender } from './sender.ts'
import { createNotifyStore, type NotifyStore } from './store.ts'
import { openSubscriptions } from './subscriptions.ts'

/** The parts of the ground that this room stands on; it hears the inbox, approvals and devices, and tells open tabs. */
export type NotifyGround = GroundOf<
  'database' | 'live' | 'pagesSeen' | 'address' | 'clock' | 'timers' | 'log',
  'home' | 'notify' | 'publicUrl' | 'retention'
>

/** Calls the person who is needed. */
export interface NotifyRoom extends Room {
  /** Tells how a budget stands; see `TellBudget`. */
  readonly tellBudget: TellBudget
}

/** Opened after the rooms that it hears; its start calls. Rejects when the tables can't be read. */
export async function openNotifyRoom(ground: NotifyGround, ports: NotifyPorts): Promise<NotifyRoom> {
  const { database, live, log } = ground
  const store = createNotifyStore(database.read, database.others.node)
  const subscriptions = await openSubscriptions(database)
  const { askOf, logins } = ports
  const { commits, others } = database
  const own = { store, subscriptions, commits, node: others.node, openTabs: live.viewers }
  const context: NotifyContext = { ...ground, ...own, askOf, logins }
  const kept = await store.standing()
  const inTabs = kept.filter(
    ({ isSilent, kind }) => !isSilent && ground.config.notify.rules[kind].channels.includes('browser'),
  )
  const shown = new Map(inTabs.map((one) => [one.tag, shownBefore(context, one)]))
  const { publish } = live.offer(liveNotifications, { all: () => shown.values() })
  const show = (tag: string, one: ShownNotification | null): void => {
    if (one === null) shown.delete(tag)
    // A test is shown once, and lists nothing.
    else if (tag !== 'test') shown.set(tag, one)
    publish([one === null ? { op: 'remove', id: tag, value: null } : { op: 'upsert', id: tag, value: one }])
  }
  const sender = createSender(context, lazySend(context, ground))
  const post = createPost({ ...context, show, send: sender.add })
  const wordFor = (tag: string) =>
    tag.startsWith('session:') ? endOf({ tag, kind: 'needs_you' }, ports.sessionOf) : 'over'
  const desk = createDesk({ ...ground, kept, post, wordFor })
  const stop = ports.logins.onEnded((loginId) => {
    const own = subscriptions.all().filter((one) => one.loginId === loginId)
    subscriptions
      .remove(own.map(({ id }) => id))
      .catch((error: unknown) => log.error({ err: error }, 'subscriptions of a login could not be removed'))
  })
  return {
    mount: (api) => mountNotify(api, { ...context, show, sender, desk }),
    async start() {
      await takeUp({ context, store, sender })
      followRooms({ ...ports, live, begin: desk.begin, hear: desk.hear })
    },
    tellBudget: (id, state) =>
      desk.hear([{ tag: `budget:${id}`, signal: state === null ? null : signalOfBudget(id, state) }]),
    async [Symbol.asyncDispose]() {
      stop()
      desk[Symbol.dispose]()
      await post[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
    },
  }
}

/** What encrypts and calls is loaded with the first that is sent. */
function lazySend(context: NotifyContext, { address, config }: NotifyGround): SendOne {
  const base = (): string => config.publicUrl ?? address.url()
  return async (delivery, signal) => {
    const { sendOne } = await import('./send/send.ts')
    return await sendOne({ ...context, base }, delivery, signal)
  }
}

function shownBefore(
  { config, clock, askOf }: NotifyContext,
  standing: Parameters<typeof messageOf>[0],
): ShownNotification {
  const message = messageOf(standing, { isShown: config.notify.rules[standing.kind].showText, askOf })
  return { ...message, id: message.tag, told_at: toIso(clock.now()), is_silent: true }
}

type Taking = { readonly context: NotifyContext; readonly store: NotifyStore; readonly sender: DeliverySender }

/** What an earlier life of the service left: what it was sending is not sent twice, what it had not begun is sent now. */
async function takeUp({ context, store, sender }: Taking): Promise<void> {
  const { commits, clock, log } = context
  const unsettled = await store.unsettled()
  const sending = unsettled.filter(({ delivery }) => delivery.state === 'sending')
  if (sending.length > 0) {
    const unknown = unknownNow(toIso(clock.now()))
    await commits.write({
      *script() {
        for (const { delivery } of sending) yield* store.move('sending', { ...delivery, ...unknown })
      },
    })
  }
  // A start goes on without it.
  commits
    .write({ script: () => forgetOld(context) })
    .catch((error: unknown) => log.error({ err: error }, 'old deliveries could not be removed'))
  sender.add(unsettled.filter(({ delivery }) => delivery.state === 'queued'))
}

const unknownNow = (at: string) =>
  ({
    state: 'unknown',
    done_at: at,
    says: 'The service ended while this was sent: whether it arrived is not known, so it is not sent again.',
    hint: 'Send it again by hand if nobody got it.',
  }) as const
