// What cron expressions mean: their slots by croner, their words by cronstrue.
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import type { CronMeaning, CronText } from '../core/schedule.ts'

/** Parsed expressions, which cost more than a question to one; jobs number in the hundreds. */
const parsedLimit = 1000
/** Coming slots of many jobs, a dozen each. */
const answerLimit = 10_000

export function createCronMeaning(): CronMeaning {
  const parsed = new Map<string, Cron | null>()
  const answers = new Map<string, number | null>()
  const words = new Map<string, string | null>()

  function read({ expr, timezone }: CronText): Cron | null {
    const key = `${timezone ?? ''} ${expr}`
    const known = parsed.get(key)
    if (known !== undefined) return known
    if (parsed.size >= parsedLimit) parsed.clear()
    const cron = parse(expr, timezone)
    parsed.set(key, cron)
    return cron
  }

  /** The same questions come with every cycle. */
  function after(text: CronText, fromMs: number): number | null {
    const key = `${text.timezone ?? ''} ${text.expr} ${fromMs}`
    const known = answers.get(key)
    if (known !== undefined) return known
    if (answers.size >= answerLimit) answers.clear()
    const next = read(text)?.nextRun(new Date(fromMs))?.getTime() ?? null
    answers.set(key, next)
    return next
  }

  return {
    slots(text, { fromMs, toMs, limit }) {
      const slots: number[] = []
      let next = fromMs + 1 >= toMs ? null : after(text, fromMs)
      while (next !== null && next < toMs && slots.length < limit) {
        slots.push(next)
        next = slots.length < limit ? after(text, next) : null
      }
      return slots
    },
    words: (expr) => {
      const known = words.get(expr)
      if (known !== undefined) return known
      if (words.size >= parsedLimit) words.clear()
      const told = cronWords(expr)
      words.set(expr, told)
      return told
    },
  }
}

function parse(expr: string, timezone: string | null): Cron | null {
  try {
    const cron = new Cron(expr, { paused: true, ...(timezone === null ? {} : { timezone }) })
    // A zone that is not known is noticed at the first question alone.
    cron.nextRun()
    return cron
  } catch {
    // The gateway may know forms and zones that this library does not.
    return null
  }
}

function cronWords(expr: string): string | null {
  try {
    const words = cronstrue.toString(expr, { use24HourTimeFormat: true })
    return words.charAt(0).toLowerCase() + words.slice(1)
  } catch {
    return null
  }
}
