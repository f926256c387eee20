// Writes what is to be sent before anybody sends it: what stands and its deliveries are one commit.
import { randomBytes } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import { hourMs, secondMs, toIso } from '#base/time.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { DeliveryEvent, Message, ShownNotification } from '../contract.ts'
import type { KeptDelivery } from '../contract/kept.ts'
import { eventsOf } from '../core/formats.ts'
import type { EndWord } from '../core/signal.ts'
import type { StandingNotification, WatchAct } from '../core/watch.ts'
import { endedMessage, messageOf } from '../core/words.ts'
import { placesOf, type NotifyContext, type NotifyPlace } from './context.ts'
import { paceGroups } from './paced-groups.ts'
import { claimOf } from './claim.ts'
import { forgetOld } from './forget-old.ts'
import type { NumberedDelivery } from './store.ts'

export type PostParts = NotifyContext & {
  /** Takes on what was committed. */
  readonly send: (deliveries: readonly NumberedDelivery[]) => void
  /** Open tabs show it, or (null) show it no more. */
  readonly show: (tag: string, shown: ShownNotification | null) => void
}

const noTimer = (): void => {}

export interface Post extends AsyncDisposable {
  /** In order, but for what is held back of a group that keeps changing. A disk that takes nothing now is tried again until it does. */
  take(acts: readonly WatchAct[]): void
}

/** A disk that took nothing is asked again after this. */
const againMs = 5 * secondMs

export function createPost(parts: PostParts): Post {
  const { timers, commits, log } = parts
  const waiting: WatchAct[] = []
  let writing: Promise<void> | null = null
  let stopTimer = noTimer
  let tidiedMs = Number.NEGATIVE_INFINITY

  function run(): void {
    stopTimer()
    if (waiting.length > 0) writing ??= write().finally(() => (writing = null))
  }

  /** Never rejects. */
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const acts = waiting.slice()
      const written = createWritten(parts)
      try {
        await commits.write({
          *script() {
            written.begin()
            for (const act of acts) yield* written.write(act)
            yield* tidy()
          },
        })
      } catch (error) {
        log.error({ err: error }, 'notifications could not be written')
        stopTimer = timers.after(againMs, run)
        return
      }
      waiting.splice(0, acts.length)
      written.committed()
    }
  }

  function* tidy(): Script {
    if (timers.passedMs() - tidiedMs < hourMs) return
    tidiedMs = timers.passedMs()
    yield* forgetOld(parts)
  }

  function add(...acts: readonly WatchAct[]): void {
    waiting.push(...acts)
    run()
  }
  const groups = paceGroups(timers, add)

  return {
    take: (acts) => add(...groups.pass(acts)),
    async [Symbol.asyncDispose]() {
      add(...groups.end())
      stopTimer()
      await writing
    },
  }
}

/** What one commit gathers, to be done after it. A transaction may run twice: then it is gathered anew. */
type Gathered = {
  readonly at: string
  readonly added: NumberedDelivery[]
  readonly shown: (() => void)[]
}

function createWritten(parts: PostParts) {
  const gathered: Gathered = { at: toIso(parts.clock.now()), added: [], shown: [] }
  const { added, shown } = gathered
  return {
    begin() {
      added.length = 0
      shown.length = 0
    },
    write: (act: WatchAct): Script => writeAct({ parts, gathered }, act),
    committed() {
      for (const run of shown) run()
      if (added.length > 0) parts.send(added)
    },
  }
}

type Writing = { readonly parts: PostParts; readonly gathered: Gathered }

function* writeAct(writing: Writing, act: WatchAct): Script {
  const { parts } = writing
  switch (act.act) {
    case 'tell':
      return yield* tell(writing, act.of)
    case 'update':
      yield* parts.store.keep(act.of)
      return yield* followUp(writing, act.of, { event: 'updated', message: messageNow(parts, act.of) })
    case 'keep':
      return yield* parts.store.keep(act.of)
    case 'forget':
      return yield* parts.store.forget(act.of.tag)
    case 'end':
      return yield* end(writing, act.of, act.word)
  }
}

function messageNow({ config, askOf }: PostParts, of: StandingNotification): Message {
  return messageOf(of, { isShown: config.notify.rules[of.kind].showText, askOf })
}

function* tell(writing: Writing, of: StandingNotification): Script {
  const { parts } = writing
  const { on, channels } = parts.config.notify.rules[of.kind]
  yield* takeBack(writing, of.tag)
  yield* parts.store.keep(of)
  // Turned off while it waited.
  if (!on) return
  const said: Said = { event: 'told', message: messageNow(parts, of) }
  for (const place of placesOf(channels, parts))
    yield* add(writing, place, { ...said, claim: claimOf(parts, place, of) })
  showInTabs(writing, of, said)
}

function* end(writing: Writing, of: StandingNotification, word: EndWord): Script {
  const { parts, gathered } = writing
  yield* takeBack(writing, of.tag)
  yield* parts.store.forget(of.tag)
  yield* followUp(writing, of, { event: 'over', message: endedMessage(messageNow(parts, of), word) })
  gathered.shown.push(() => parts.show(of.tag, null))
}

type Said = {
  readonly event: 'told' | 'updated' | 'over'
  readonly message: Message
  /** The id of the delivery: whoever writes it first sends it. */
  readonly claim?: string | null
}

/** To where it stands, and to nobody else. */
function* followUp(writing: Writing, of: StandingNotification, said: Said): Script {
  for (const place of yield* writing.parts.store.reachedBy(of.tag)) yield* add(writing, place, said)
  if (said.event === 'updated') showInTabs(writing, of, said)
}

function* add({ parts, gathered }: Writing, place: NotifyPlace, { event, message, claim = null }: Said): Script {
  const events: readonly DeliveryEvent[] = eventsOf[place.channel]
  if (!events.includes(event)) return
  const { at } = gathered
  const delivery = { ...deliveryOf({ event, place, message, at }), ...(claim === null ? {} : { id: claim }) }
  const isHere = place.channel === 'browser'
  // Tabs are told in this turn, right after the commit: there is nothing to try again.
  const told = { state: 'delivered', tries: 1, done_at: at, says: tabsWords(parts.openTabs()) } as const
  const seq = yield* parts.store.add(isHere ? { ...delivery, ...told } : delivery)
  if (!isHere && seq !== null) gathered.added.push({ seq, delivery })
}

/** What waits for a try says what is not so any more. */
function* takeBack({ parts: { store }, gathered: { at } }: Writing, tag: string): Script {
  for (const queued of yield* store.queuedOf(tag)) {
    const over = { state: 'taken_back', next_at: null, done_at: at, says: 'It was over before it was sent.' } as const
    yield* store.move('queued', { ...queued, ...over })
  }
}

/** A tab that opens a moment later shows it as well. */
function showInTabs({ parts, gathered }: Writing, { kind, tag }: StandingNotification, { event, message }: Said): void {
  if (!parts.config.notify.rules[kind].channels.includes('browser')) return
  const shown = { ...message, id: tag, told_at: gathered.at, is_silent: event !== 'told' }
  gathered.shown.push(() => parts.show(tag, shown))
}

export function tabsWords(tabs: number): string {
  return tabs === 1 ? '1 open tab was told.' : `${tabs} open tabs were told.`
}

type NewDelivery = {
  readonly event: DeliveryEvent
  readonly place: NotifyPlace
  readonly message: Message
  readonly at: string
}

export function deliveryOf({ event, place, message, at }: NewDelivery): KeptDelivery {
  return {
    id: idFrom(randomBytes(16)),
    event,
    channel: place.channel,
    subscription: place.channel === 'push' ? place.target : null,
    to: place.to,
    message,
    at,
    state: 'queued',
    tries: 0,
    next_at: null,
    done_at: null,
    says: null,
    hint: null,
    took_ms: null,
    is_by_hand: event === 'test',
  }
}
