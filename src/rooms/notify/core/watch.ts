// Who is called, when, and when not: what stands, what waits for its delay, and what was told and still holds.
import { secondMs } from '#base/time.ts'
import type { NotifyKind } from '#base/notify-names.ts'
import { draftMap, type MapDraft } from './draft-map.ts'
import type { EndWord, Signal } from './signal.ts'

/** What the rule of a kind says of when. */
export type WhenRule = { readonly on: boolean; readonly delayMs: number; readonly approvalDelayMs: number }
export type WhenRules = Readonly<Record<NotifyKind, WhenRule>>

/** A notification that stands: of one, or of several that are told as one. */
export type StandingNotification = {
  readonly tag: string
  readonly kind: NotifyKind
  readonly members: readonly Signal[]
  /** Nobody was called: it was looked at, its rule is off, or it is old news. It is known, so that it stays quiet. */
  readonly isSilent: boolean
}

type Waiting = { readonly signal: Signal; readonly dueMs: number }

export type WatchState = {
  /** By the tag of what it is about. */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** By the tag of the notification. */
  readonly standing: ReadonlyMap<string, StandingNotification>
  /** The notification that a subject is told by. */
  readonly placeOf: ReadonlyMap<string, string>
}

/** Nothing waits yet, and these stand. */
export function watchOf(standing: readonly StandingNotification[]): WatchState {
  const places = standing.flatMap(({ tag, members }) => members.map((one) => [one.tag, tag] as const))
  return { waiting: new Map(), standing: new Map(standing.map((one) => [one.tag, one])), placeOf: new Map(places) }
}

/** What is to be done about a notification. `forget` takes a silent one out of memory. */
export type WatchAct =
  | { readonly act: 'tell' | 'update' | 'keep' | 'forget'; readonly of: StandingNotification }
  | { readonly act: 'end'; readonly of: StandingNotification; readonly word: EndWord }

/** What became of one subject; null: there is nothing to tell of it any more, and how it ended. */
export type Change = { readonly tag: string; readonly signal: Signal | null; readonly word?: EndWord }

export type WatchStep = { readonly state: WatchState; readonly acts: readonly WatchAct[] }

/** `nowMs` is any clock that only grows; `oldBefore`: what stands since before that is no news, as at a start. */
export type HearGiven = { readonly nowMs: number; readonly rules: WhenRules; readonly oldBefore: string | null }

/** Takes in what changed. Nobody is called by it: `tellDue` does that. */
export function hear(state: WatchState, changes: readonly Change[], given: HearGiven): WatchStep {
  const draft = draftOf(state)
  for (const change of changes) {
    if (change.signal === null) end(draft, change.tag, change.word ?? 'over')
    else take(draft, change.signal, given)
  }
  return finished(draft)
}

/** A state that a change is made of; what it does comes out in the order in which it was done. */
type Draft = {
  readonly waiting: MapDraft<string, Waiting>
  readonly standing: MapDraft<string, StandingNotification>
  readonly placeOf: MapDraft<string, string>
  readonly acts: WatchAct[]
}

function draftOf({ waiting, standing, placeOf }: WatchState): Draft {
  return { waiting: draftMap(waiting), standing: draftMap(standing), placeOf: draftMap(placeOf), acts: [] }
}

function finished({ waiting, standing, placeOf, acts }: Draft): WatchStep {
  return { state: { waiting: waiting.now(), standing: standing.now(), placeOf: placeOf.now() }, acts }
}

/** What was told of a subject, and the notification that it was told by. */
type Told = { readonly place: StandingNotification; readonly told: Signal }

function toldOf({ standing, placeOf }: Draft, tag: string): Told | null {
  const place = standing.get(placeOf.get(tag) ?? '')
  const told = place?.members.find((one) => one.tag === tag)
  return place === undefined || told === undefined ? null : { place, told }
}

function take(draft: Draft, signal: Signal, { nowMs, rules, oldBefore }: HearGiven): void {
  const { tag, kind, since } = signal
  const known = toldOf(draft, tag)
  if (known !== null && isSame(known.told, signal)) return replaceQuietly(draft, signal, { ...known, act: 'keep' })
  // The approval is over and its session waits still, in its terminal: that was told.
  if (known !== null && isStepBack(known.told, signal))
    return replaceQuietly(draft, signal, { ...known, act: 'update' })
  const before = draft.waiting.get(tag)
  const rule = rules[kind]
  if (!rule.on || (oldBefore !== null && since < oldBefore)) return silence(draft, signal)
  const dueMs = nowMs + (signal.isApproval ? rule.approvalDelayMs : rule.delayMs)
  // Of a state that lasts the first moment counts, of an approval in it the sooner one.
  const isLasting = before !== undefined && before.signal.kind === kind && !signal.isApproval
  draft.waiting.set(tag, { signal, dueMs: isLasting ? Math.min(before.dueMs, dueMs) : dueMs })
}

const isSame = (one: Signal, other: Signal): boolean => one.kind === other.kind && one.moment === other.moment

function isStepBack(told: Signal, now: Signal): boolean {
  return told.kind === now.kind && told.isApproval && !now.isApproval
}

type Replaced = Told & { readonly act: 'keep' | 'update' }

/** A name that changed, or a state that is less than what was told. */
function replaceQuietly(draft: Draft, signal: Signal, { place, told, act }: Replaced): void {
  draft.waiting.delete(signal.tag)
  if (JSON.stringify(told) === JSON.stringify(signal)) return
  const next = { ...place, members: place.members.map((one) => (one === told ? signal : one)) }
  draft.standing.set(next.tag, next)
  draft.acts.push({ act: place.isSilent ? 'keep' : act, of: next })
}

/** It is known, and nobody is called for it. What was told of it before is over. */
function silence(draft: Draft, signal: Signal): void {
  end(draft, signal.tag, 'over')
  const of: StandingNotification = { tag: signal.tag, kind: signal.kind, members: [signal], isSilent: true }
  place(draft, of)
  draft.acts.push({ act: 'keep', of })
}

function place(draft: Draft, of: StandingNotification): void {
  draft.standing.set(of.tag, of)
  for (const { tag } of of.members) {
    draft.placeOf.set(tag, of.tag)
    draft.waiting.delete(tag)
  }
}

/** Nothing is to be told of it any more: what waited does not call, what was told is taken back. */
function end(draft: Draft, tag: string, word: EndWord): void {
  draft.waiting.delete(tag)
  const known = toldOf(draft, tag)
  if (known === null) return
  draft.placeOf.delete(tag)
  const members = known.place.members.filter((one) => one.tag !== tag)
  if (members.length > 0) {
    const next = { ...known.place, members }
    draft.standing.set(next.tag, next)
    draft.acts.push({ act: 'update', of: next })
    return
  }
  draft.standing.delete(known.place.tag)
  draft.acts.push(known.place.isSilent ? { act: 'forget', of: known.place } : { act: 'end', of: known.place, word })
}

/** What the moment says of a signal that is due. */
export type TellGiven = {
  readonly nowMs: number
  /** Somebody has it before their eyes. */
  readonly isLookedAt: (signal: Signal) => boolean
  /** How long it is quiet still for that kind; 0 where it is not. */
  readonly quietMs: (kind: NotifyKind) => number
}

/** Others that come within this time of the first are told with it. */
const togetherMs = 5 * secondMs
/** The clock may be set in quiet hours, and a machine sleeps: looked at this often. */
const quietLookMs = 600 * secondMs
/** As many at once are told as one: fewer agents that wait are each somebody to answer. */
const fewestTogether = (kind: NotifyKind): number => (kind === 'needs_you' ? 3 : 2)

/** Calls for what is due, and says when to look again; null while nothing waits. */
export function tellDue(state: WatchState, given: TellGiven): WatchStep & { readonly nextMs: number | null } {
  const draft = draftOf(state)
  for (const waiting of [...state.waiting.values()].filter(({ dueMs }) => dueMs <= given.nowMs)) {
    const left = given.quietMs(waiting.signal.kind)
    if (left > 0) put(draft, waiting, given.nowMs + Math.min(left, quietLookMs))
    else if (given.isLookedAt(waiting.signal)) silence(draft, waiting.signal)
    else if (waiting.signal.isApproval) call(draft, [waiting.signal])
  }
  const byKind = Map.groupBy(draft.waiting.now().values(), ({ signal }) => (signal.isApproval ? null : signal.kind))
  const holds = [...byKind].flatMap(([kind, all]) =>
    kind === null ? [] : [tellKind(draft, { kind, all }, given.nowMs)],
  )
  const dues = [
    ...draft.waiting
      .now()
      .values()
      .map(({ dueMs }) => dueMs),
    ...holds.filter((ms) => ms !== null),
  ]
  const later = dues.filter((ms) => ms > given.nowMs)
  return { ...finished(draft), nextMs: later.length === 0 ? null : Math.min(...later) }
}

function put(draft: Draft, { signal }: Waiting, dueMs: number): void {
  draft.waiting.set(signal.tag, { signal, dueMs })
}

type OfKind = { readonly kind: NotifyKind; readonly all: readonly Waiting[] }

/** When those of the kind are told that are held for others; null where none is. */
function tellKind(draft: Draft, { kind, all }: OfKind, nowMs: number): number | null {
  const due = all.filter(({ dueMs }) => dueMs <= nowMs)
  if (due.length === 0) return null
  const first = Math.min(...due.map(({ dueMs }) => dueMs))
  const soon = all.filter(({ dueMs }) => dueMs > nowMs && dueMs <= first + togetherMs)
  const isCrowd = due.length + soon.length >= fewestTogether(kind)
  if (isCrowd && soon.length > 0) return Math.min(first + togetherMs, Math.max(...soon.map(({ dueMs }) => dueMs)))
  const signals = due.map(({ signal }) => signal)
  if (isCrowd) call(draft, signals)
  else for (const signal of signals) call(draft, [signal])
  return null
}

/** One notification of these; those that were told otherwise before leave their place to it. */
function call(draft: Draft, signals: readonly Signal[]): void {
  const [first] = signals
  if (first === undefined) return
  const tag = signals.length === 1 ? first.tag : `group:${first.kind}:${first.tag}`
  // What has the same tag is replaced by it, and needs no end of its own.
  for (const each of signals) if (draft.placeOf.get(each.tag) !== tag) end(draft, each.tag, 'over')
  const of: StandingNotification = { tag, kind: first.kind, members: signals, isSilent: false }
  place(draft, of)
  draft.acts.push({ act: 'tell', of })
}

/** What was told in an earlier life of the service and stands no more: `tags` are of what stands now. */
export function endMissing(state: WatchState, tags: ReadonlySet<string>, word: (tag: string) => EndWord): WatchStep {
  const draft = draftOf(state)
  for (const tag of state.placeOf.keys()) if (!tags.has(tag)) end(draft, tag, word(tag))
  return finished(draft)
}
