// Items of a transcript as a conversation: turns, and in each what was said and which tools ran, each with its result.
import { fromIso } from '#base/time.ts'
import type { TranscriptItem } from '../contract.ts'
import type { ItemOf } from './make-item.ts'

/** A tool with what it answered; null while it runs, and where nobody wrote that down. */
export type ToolRun = {
  readonly kind: 'used'
  readonly tool: ItemOf<'tool'>
  readonly result: ItemOf<'result'> | null
}
export type TurnEntry = ItemOf<'agent'> | ItemOf<'thought'> | ItemOf<'note'> | ToolRun

export type Usage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What a person said, and what came of it. */
export type Turn = {
  /** Counted from 1. */
  readonly n: number
  readonly id: string
  /** None for what stands before the first words of a person. */
  readonly prompts: readonly ItemOf<'person'>[]
  readonly entries: readonly TurnEntry[]
  readonly usage: Usage
  readonly model: string | null
  readonly tools: number
  /** Tools that failed or were denied. */
  readonly failed: number
  readonly beganAt: string | null
  readonly endedAt: string | null
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** `items` as they came: one that comes under an id again stands where it stood first, as it was told last. */
export function foldTurns(items: readonly TranscriptItem[]): Turn[] {
  const last = new Map(items.map((item) => [item.id, item]))
  const results = new Map<string, ItemOf<'result'>>()
  const calls = new Set<string>()
  for (const item of last.values()) {
    if (item.kind === 'result') results.set(item.call, item)
    if (item.kind === 'tool') calls.add(item.call)
  }
  const turns: Gathered[] = []
  for (const item of last.values()) {
    const open = turns.at(-1)
    if (item.kind === 'person' && open?.isAsking !== true) turns.push(begun(item))
    const turn = turns.at(-1) ?? begun(null)
    if (turns.length === 0) turns.push(turn)
    take(turn, item, { results, calls })
  }
  // A turn of which nothing but its usage is known was none.
  return turns.filter(({ prompts, entries }) => prompts.length + entries.length > 0).map(finished)
}

type Gathered = {
  readonly id: string
  readonly prompts: ItemOf<'person'>[]
  readonly entries: TurnEntry[]
  readonly times: string[]
  /** Whether nothing followed its prompts yet. */
  isAsking: boolean
  usage: Usage
  model: string | null
}

function begun(item: ItemOf<'person'> | null): Gathered {
  const id = item?.id ?? 'before'
  return { id, prompts: [], entries: [], times: [], isAsking: item !== null, usage: noUsage, model: null }
}

type Known = { readonly results: ReadonlyMap<string, ItemOf<'result'>>; readonly calls: ReadonlySet<string> }

function take(turn: Gathered, item: TranscriptItem, { results, calls }: Known): void {
  if (item.at !== null) turn.times.push(item.at)
  turn.isAsking &&= item.kind === 'person'
  if (item.kind === 'usage') {
    turn.usage = addUsage(turn.usage, usageOf(item))
    turn.model = item.model ?? turn.model
    return
  }
  if (item.kind === 'person') return void turn.prompts.push(item)
  if (item.kind === 'tool') turn.entries.push({ kind: 'used', tool: item, result: results.get(item.call) ?? null })
  else if (item.kind !== 'result') turn.entries.push(item)
  else if (!calls.has(item.call)) turn.entries.push({ kind: 'used', tool: unnamed(item), result: item })
}

/** A result whose call was never written, or is no longer there. */
function unnamed({ id, at, call }: ItemOf<'result'>): ItemOf<'tool'> {
  return { id: `${id}.call`, at, kind: 'tool', call, name: 'A tool', title: '', input: '', cut: 0 }
}

function finished(turn: Gathered, index: number): Turn {
  const { id, prompts, entries, usage, model, times } = turn
  const used = entries.filter((entry) => entry.kind === 'used')
  const ordered = times.toSorted()
  return {
    n: index + 1,
    id,
    prompts,
    entries,
    usage,
    model,
    tools: used.length,
    failed: used.filter(({ result }) => result?.outcome === 'failed' || result?.outcome === 'denied').length,
    beganAt: ordered[0] ?? null,
    endedAt: ordered.at(-1) ?? null,
  }
}

function usageOf({ input, output, cache_read: cacheRead, cache_write: cacheWrite }: ItemOf<'usage'>): Usage {
  return { input, output, cacheRead, cacheWrite }
}

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  }
}

/** Between the call of a tool and its result, a person's answer included; null where a time is not known. */
export function tookMs({ tool, result }: ToolRun): number | null {
  if (tool.at === null || result?.at == null) return null
  return Math.max(0, fromIso(result.at) - fromIso(tool.at))
}
