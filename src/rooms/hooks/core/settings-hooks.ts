// Puts our hooks into the text of a client's settings, and takes them out again; all else keeps every byte.
import { err, ok, type Result } from '#base/result.ts'
import type { HookReports } from '#base/harness/adapter.ts'
import { blankComments } from '#base/json-comments.ts'
import { hookLine, readMark, type Creation } from './hook-line.ts'
import { insertEntry, layoutOf, removeEntry, render, splice, type Layout } from '#base/json-edit.ts'
import { itemsOf, kindOf, membersOf, rootOf, type Member, type Span } from '#base/json-spans.ts'

/** Why a settings file is left alone; `reason` goes on after the file's name. */
export type SettingsProblem = { readonly code: 'invalid_json' | 'unexpected_shape'; readonly reason: string }

export type HookPlan = {
  /** What the client reports by. */
  readonly reports: HookReports
  /** The service's home, absolute. */
  readonly home: string
  /** What has to be made for the file to exist. */
  readonly missing: readonly ('file' | 'folder')[]
}

/**
 * The settings with our hooks, `text` being null for a file that does not exist. Answers the same text when they are
 * all there already; a line of ours that differs, as one of another home does, is replaced.
 */
export function addHooks(text: string | null, plan: HookPlan): Result<string, SettingsProblem> {
  if (text === null) return ok(newSettings(plan))
  const read = readSettings(text, plan.reports.hasComments)
  if (!read.ok) return read
  if (read.value.hooks === null) return ok(insertHooks(text, plan))
  return plan.reports.events.reduce<Result<string, SettingsProblem>>(
    (before, event) => (before.ok ? addEvent(before.value, event, plan) : before),
    ok(text),
  )
}

/** The settings without our hooks; null when the file was made by us and holds nothing else. */
export function removeHooks(
  text: string,
  { hasComments }: Pick<HookReports, 'hasComments'>,
): Result<RemovedHooks, SettingsProblem> {
  const read = readSettings(text, hasComments)
  if (!read.ok) return read
  const created = new Set<Creation>()
  let rest = text
  for (let found = findOurs(rest); found !== null; found = findOurs(rest)) {
    for (const creation of found.created) created.add(creation)
    rest = removeFound(rest, found)
  }
  if (created.has('hooks')) rest = removeEmptyHooks(rest)
  const madeFile = created.has('file') && membersOf(rest, rootOf(rest)).length === 0
  return ok({ text: madeFile ? null : rest, madeFolder: madeFile && created.has('folder') })
}

export type RemovedHooks = {
  readonly text: string | null
  /** Whether the folder was made by us for the file. */
  readonly madeFolder: boolean
}

/** The events for which one of our hooks stands in the settings. */
export function findHooks(
  text: string,
  { hasComments }: Pick<HookReports, 'hasComments'>,
): Result<string[], SettingsProblem> {
  const read = readSettings(text, hasComments)
  if (!read.ok) return read
  const events = (read.value.hooks === null ? [] : membersOf(text, read.value.hooks.value)).filter(
    (event) => hooksOf(text, event).length > 0,
  )
  return ok(events.map((event) => event.key))
}

/** How the settings of a client stand to what we would write into them. */
export type HooksSurvey = {
  /** `edited`: every event reports, yet not by our line as it is now: another home's, an older one, or changed by hand. */
  readonly state: 'installed' | 'partly' | 'edited' | 'absent'
  /** The client's events that report to us, and those that do not. */
  readonly events: readonly string[]
  readonly missing: readonly string[]
  /** Hooks of somebody else. */
  readonly others: number
}

/** Looks only; `text` is null for a file that does not exist. */
export function surveyHooks(text: string | null, plan: HookPlan): Result<HooksSurvey, SettingsProblem> {
  const wanted = plan.reports.events
  if (text === null) return ok({ state: 'absent', events: [], missing: wanted, others: 0 })
  const read = readSettings(text, plan.reports.hasComments)
  if (!read.ok) return read
  const members = read.value.hooks === null ? [] : membersOf(text, read.value.hooks.value)
  const ours = members.filter((event) => hooksOf(text, event).length > 0).map(({ key }) => key)
  const others =
    members.flatMap((event) => commandsOf(text, event)).length - members.flatMap((event) => hooksOf(text, event)).length
  const events = wanted.filter((event) => ours.includes(event))
  const missing = wanted.filter((event) => !ours.includes(event))
  const seen = { events, missing, others }
  if (events.length === 0) return ok({ state: 'absent', ...seen })
  if (missing.length > 0) return ok({ state: 'partly', ...seen })
  const renewed = addHooks(text, plan)
  return ok({ state: renewed.ok && renewed.value === text ? 'installed' : 'edited', ...seen })
}

/** Whatever is run under an event. */
function commandsOf(text: string, event: Member): Span[] {
  return listIn(text, event.value).flatMap((group) =>
    valuesNamed(text, group, 'hooks').flatMap((list) =>
      listIn(text, list).flatMap((hook) => valuesNamed(text, hook, 'command')),
    ),
  )
}

type Settings = { readonly root: Span; readonly hooks: Member | null }

const notJson = 'is not valid JSON (comments are not allowed either)'

/** By default as the most lenient client reads it: what is ours is found wherever it stands. */
function readSettings(text: string, hasComments = true): Result<Settings, SettingsProblem> {
  if (!isJson(hasComments ? blankComments(text) : text))
    return err({ code: 'invalid_json', reason: hasComments ? 'is not valid JSON' : notJson })
  const root = rootOf(text)
  if (kindOf(text, root) !== 'object') return err(misshapen('does not hold a JSON object'))
  const named = membersOf(text, root).filter((member) => member.key === 'hooks')
  const [hooks] = named
  if (named.length > 1) return err(misshapen('names "hooks" twice'))
  if (hooks === undefined) return ok({ root, hooks: null })
  if (kindOf(text, hooks.value) !== 'object') return err(misshapen('has a "hooks" that is no object'))
  return ok({ root, hooks })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

const misshapen = (reason: string): SettingsProblem => ({ code: 'unexpected_shape', reason })

function newSettings(plan: HookPlan): string {
  const layout: Layout = { indent: '  ', newline: '\n' }
  return `${render({ hooks: allEvents(plan, ['event', 'hooks', ...plan.missing]) }, 0, layout)}\n`
}

function insertHooks(text: string, plan: HookPlan): string {
  const span = rootOf(text)
  const layout = layoutOf(text)
  const value = render(allEvents(plan, ['event', 'hooks']), 1, layout)
  const container = { span, entries: membersOf(text, span), depth: 0 }
  return insertEntry(text, container, { text: member('hooks', value, layout), layout })
}

function allEvents(plan: HookPlan, created: readonly Creation[]): Record<string, unknown[]> {
  const { events } = plan.reports
  return Object.fromEntries(events.map((event) => [event, [group(event, plan, created)]]))
}

/** What Claude Code calls a matcher group, here for everything and with our one hook. */
function group(event: string, plan: HookPlan, created: readonly Creation[]): object {
  return { hooks: [{ type: 'command', command: command(event, plan, created), ...entryOf(event, plan) }] }
}

function entryOf(event: string, { reports }: HookPlan): Readonly<Record<string, unknown>> {
  const { asks, entry } = reports
  return asks?.event === event ? { ...entry, ...asks.entry } : entry
}

function command(event: string, { reports, home }: HookPlan, created: readonly Creation[]): string {
  const { asks, args } = reports
  return hookLine({ home, args: [event, ...args], ...(asks?.event === event ? { asks: true } : {}) }, created)
}

function member(key: string, value: string, { indent }: Layout): string {
  return `${JSON.stringify(key)}:${indent === null ? '' : ' '}${value}`
}

function addEvent(text: string, event: string, plan: HookPlan): Result<string, SettingsProblem> {
  const read = readSettings(text)
  if (!read.ok || read.value.hooks === null) return ok(text)
  const layout = layoutOf(text)
  const span = read.value.hooks.value
  const members = membersOf(text, span)
  const named = members.filter((candidate) => candidate.key === event)
  const [found] = named
  if (named.length > 1) return err(misshapen(`names the hook "${event}" twice`))
  if (found === undefined) {
    const value = render([group(event, plan, ['event'])], 2, layout)
    const entry = { text: member(event, value, layout), layout }
    return ok(insertEntry(text, { span, entries: members, depth: 1 }, entry))
  }
  if (kindOf(text, found.value) !== 'array') return err(misshapen(`has a "${event}" hook that is no list`))
  const [ours] = hooksOf(text, found)
  if (ours !== undefined) return ok(renew(text, ours, { event, plan }))
  const entry = { text: render(group(event, plan, []), 3, layout), layout }
  return ok(insertEntry(text, { span: found.value, entries: itemsOf(text, found.value), depth: 2 }, entry))
}

/** Our line as it is now. A hook that waits for a person is given its time: an older version gave it a few seconds. */
function renew(
  text: string,
  ours: OurHook,
  { event, plan }: { readonly event: string; readonly plan: HookPlan },
): string {
  const line = JSON.stringify(command(event, plan, ours.created))
  const entry = plan.reports.asks?.event === event ? entryOf(event, plan) : {}
  const times =
    ours.timeout === null || entry['timeout'] === undefined
      ? []
      : [{ span: ours.timeout, to: JSON.stringify(entry['timeout']) }]
  // From the end on, so that what stands before keeps its place.
  const changes = [{ span: ours.command, to: line }, ...times].toSorted(
    (one, other) => other.span.start - one.span.start,
  )
  return changes.reduce((renewed, { span, to }) => splice(renewed, span, to), text)
}

/** A hook of ours, with the lists that it stands in, from the event down. */
type OurHook = {
  readonly created: readonly Creation[]
  readonly command: Span
  /** Null where it has none. */
  readonly timeout: Span | null
  readonly event: Member
  readonly groupIndex: number
  readonly list: Span
  readonly index: number
}

function findOurs(text: string): OurHook | null {
  const read = readSettings(text)
  if (!read.ok || read.value.hooks === null) return null
  for (const event of membersOf(text, read.value.hooks.value)) {
    const ours = hooksOf(text, event).at(-1)
    if (ours !== undefined) return ours
  }
  return null
}

/** Our hooks under one event. Whatever does not look like a hook belongs to someone else. */
function hooksOf(text: string, event: Member): OurHook[] {
  return listIn(text, event.value).flatMap((groupSpan, groupIndex) =>
    valuesNamed(text, groupSpan, 'hooks').flatMap((list) =>
      listIn(text, list).flatMap((hook, index) =>
        valuesNamed(text, hook, 'command').flatMap((line): OurHook[] => {
          const created = kindOf(text, line) === 'string' ? readMark(String(JSON.parse(sliceOf(text, line)))) : null
          const [timeout = null] = valuesNamed(text, hook, 'timeout')
          return created === null ? [] : [{ created, command: line, timeout, event, groupIndex, list, index }]
        }),
      ),
    ),
  )
}

const listIn = (text: string, value: Span): Span[] => (kindOf(text, value) === 'array' ? itemsOf(text, value) : [])

function valuesNamed(text: string, value: Span, key: string): Span[] {
  if (kindOf(text, value) !== 'object') return []
  return membersOf(text, value).flatMap((candidate) => (candidate.key === key ? [candidate.value] : []))
}

const sliceOf = (text: string, { start, end }: Span): string => text.slice(start, end)

/** Takes the hook out, with its group when it was alone there, and with its event when we had made that. */
function removeFound(text: string, { created, event, groupIndex, list, index }: OurHook): string {
  const hooks = itemsOf(text, list)
  if (hooks.length > 1) return removeEntry(text, { span: list, entries: hooks }, index)
  const groups = itemsOf(text, event.value)
  if (groups.length > 1 || !created.includes('event')) {
    return removeEntry(text, { span: event.value, entries: groups }, groupIndex)
  }
  const read = readSettings(text)
  if (!read.ok || read.value.hooks === null) return text
  const span = read.value.hooks.value
  const entries = membersOf(text, span)
  const place = entries.findIndex((entry) => entry.start === event.start)
  return removeEntry(text, { span, entries }, place)
}

function removeEmptyHooks(text: string): string {
  const span = rootOf(text)
  const entries = membersOf(text, span)
  const index = entries.findIndex((entry) => entry.key === 'hooks')
  const hooks = entries[index]
  if (hooks === undefined || membersOf(text, hooks.value).length > 0) return text
  return removeEntry(text, { span, entries }, index)
}
