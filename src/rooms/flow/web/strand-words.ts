// How strands and runs are written on the page.
import { describeBrowser } from '#base/describe-browser.ts'
import { formatDuration } from '#base/duration.ts'
import { dayMs, fromIso, minuteMs, secondMs } from '#base/time.ts'
import { formatShort } from '#platform/web/time/format.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { CaveatKind, Run, Strand, Tick } from '../contract.ts'
import { outcomeOf } from '../core/caveat.ts'

type Named = Pick<Strand, 'name' | 'origin'>

/** Without the prefix by which the data marks a mirrored job: the page draws a glyph for it. */
export function plainName({ name, origin }: Named): string {
  return origin === 'synthetic' ? name.replace(/^\u{1F99E}\s*/u, '') : name
}

/** Why it can't be run now, as the service would refuse it; null when it can. */
export function whyNotRun({ broken }: Pick<Strand, 'broken'>): string | null {
  if (broken === null) return null
  const { file, line, reason } = broken
  return `its file has a fault: ${line === null ? file : `${file}:${line}`} ${reason}`
}

type Ticked = Pick<Strand, 'ticks'>

/** The state of its latest run; `idle` before the first. */
export function lastStatus({ ticks }: Ticked): Exclude<TickOutcome, 'missed'> | 'idle' {
  if (ticks.some(({ status }) => status === 'running')) return 'running'
  const last = ticks.findLast(({ status }) => status !== 'missed')
  const outcome = last === undefined ? 'idle' : outcomeOf(last)
  return outcome === 'missed' ? 'idle' : outcome
}

/** How a run is said to stand: `Success, not ok`. */
export function sayOutcome(run: Pick<Run, 'status' | 'caveat'>): string {
  const outcome = outcomeOf(run)
  return outcome === 'not_ok' ? 'Success, not ok' : wordsForState(outcome)
}

type TickOutcome = Tick['status'] | CaveatKind

const tickWords: Record<TickOutcome, string> = {
  not_ok: 'not ok',
  not_set_up: 'not set up',
  queued: 'queued',
  running: 'running',
  success: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  missed: 'missed',
}

/** What the row of ticks says without being looked at. */
export function sayTicks({ ticks }: Ticked): string {
  if (ticks.length === 0) return 'no runs yet'
  const counts = new Map<string, number>()
  for (const tick of ticks) {
    const word = tickWords[outcomeOf(tick)]
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const late = ticks.filter((tick) => tick.late).length
  const parts = [...counts].map(([word, count]) => `${count} ${word}`)
  return `last ${ticks.length}: ${[...parts, ...(late === 0 ? [] : [`${late} late`])].join(', ')}`
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** A coming moment: `in 2 min` within a day, `Mon 07:30` within a week, else the date. */
export function sayComing(iso: string, nowMs: number): string {
  const atMs = fromIso(iso)
  const leftMs = atMs - nowMs
  if (leftMs <= 0) return 'due'
  if (leftMs < minuteMs) return `in ${Math.max(1, Math.ceil(leftMs / secondMs))} s`
  if (leftMs < dayMs) return `in ${formatShort(leftMs)}`
  return (leftMs < 6 * dayMs ? dayAndTime : dateAndTime).format(atMs).replace(',', '')
}

/** When it runs, or what makes it run. */
export function sayTrigger({
  schedule,
  schedule_words: words,
  triggerType,
  start_at_boot: startsAtBoot,
}: Strand): string {
  return words ?? schedule ?? (startsAtBoot ? 'at each start, and by hand' : triggerType)
}

/** Milliseconds of something that is often quick: `120 ms`, `4.2 s`, then as everywhere. */
export function sayTook(ms: number): string {
  if (ms < secondMs) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 10 * secondMs) return `${Math.floor(ms / 100) / 10} s`
  if (ms < 10 * minuteMs && ms >= minuteMs) {
    return `${Math.floor(ms / minuteMs)} min ${Math.floor((ms % minuteMs) / secondMs)} s`
  }
  return formatDuration(ms)
}

/** Enough of an id to tell it from others at a glance; a slot's id says when. */
export function shortRunId(runId: string): string {
  return /^[0-9a-f-]{20,}$/i.test(runId) ? runId.slice(0, 8) : runId
}

/** `by schedule`, `by hand, ada's laptop`. */
export function sayTriggeredBy({ trigger, trigger_by: starter, retry_of: retryOf }: Run): string {
  // Older runs were kept with the whole line that a browser calls itself.
  const by = describeBrowser(starter)
  if (retryOf !== null) return `going on from ${shortRunId(retryOf)}, by ${by}`
  if (by === 'boot' && trigger === 'manual') return 'at the start of the service'
  if (trigger === 'cron') return by === 'schedule' ? 'by schedule' : `by schedule, ${by}`
  return trigger === 'webhook' ? `by webhook ${by}` : `by hand, ${by}`
}

/** Between its start and its end, or now. Null before it started. */
export function tookMs(run: Pick<Run, 'started_at' | 'finished_at'>, nowMs: number): number | null {
  if (run.started_at === null) return null
  return (run.finished_at === null ? nowMs : fromIso(run.finished_at)) - fromIso(run.started_at)
}

export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}
