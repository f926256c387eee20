// Puts our hooks into the text of a client's settings, and takes them out again; all else keeps every byte.
import { err, ok, type Result } from '#base/result.ts'
import { clientHooks, type HookClient } from './clients.ts'
import { hookLine, readMark, type Creation } from './hook-line.ts'
import { insertEntry, layoutOf, removeEntry, render, splice, type Layout } from './json-edit.ts'
import { itemsOf, kindOf, membersOf, rootOf, type Member, type Span } from './json-spans.ts'

/** Why a settings file is left alone; `reason` goes on after the file's name. */
export type SettingsProblem = { readonly code: 'invalid_json' | 'unexpected_shape'; readonly reason: string }

export type HookPlan = {
  readonly client: HookClient
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
  const read = readSettings(text)
  if (!read.ok) return read
  if (read.value.hooks === null) return ok(insertHooks(text, plan))
  return clientHooks[plan.client].events.reduce<Result<string, SettingsProblem>>(
    (before, event) => (before.ok ? addEvent(before.value, event, plan) : before),
    ok(text),
  )
}

/** The settings without our hooks; null when the file was made by us and holds nothing else. */
export function removeHooks(text: string): Result<RemovedHooks, SettingsProblem> {
  const read = readSettings(text)
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
export function findHooks(text: string): Result<string[], SettingsProblem> {
  const read = readSettings(text)
  if (!read.ok) return read
  const events = (read.value.hooks === null ? [] : membersOf(text, read.value.hooks.value)).filter(
    (event) => hooksOf(text, event).length > 0,
  )
  return ok(events.map((event) => event.key))
}

type Settings = { readonly root: Span; readonly hooks: Member | null }

function readSettings(text: string): Result<Settings, SettingsProblem> {
  if (!isJson(text)) return err({ code: 'invalid_json', reason: 'is not valid JSON (comments are not allowed either)' })
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
  const { events } = clientHooks[plan.client]
  return Object.fromEntries(events.map((event) => [event, [group(event, plan, created)]]))
}

/** What Claude Code calls a matcher group, here for everything and with our one hook. */
function group(event: string, plan: HookPlan, created: readonly Creation[]): object {
  return { hooks: [{ type: 'command', command: command(event, plan, created), ...clientHooks[plan.client].entry }] }
}

function command(event: string, { client, home }: HookPlan, created: readonly Creation[]): string {
  return hookLine({ home, args: [event, ...clientHooks[client].args] }, created)
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
  if (ours !== undefined) return ok(splice(text, ours.command, JSON.stringify(command(event, plan, ours.created))))
  const entry = { text: render(group(event, plan, []), 3, layout), layout }
  return ok(insertEntry(text, { span: found.value, entries: itemsOf(text, found.value), depth: 2 }, entry))
}

/** A hook of ours, with the lists that it stands in, from the event down. */
type OurHook = {
  readonly created: readonly Creation[]
  readonly command: Span
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
          return created === null ? [] : [{ created, command: line, event, groupIndex, list, index }]
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
