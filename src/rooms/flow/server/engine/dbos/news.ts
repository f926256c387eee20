// What is said again and again while PostgreSQL is away is written now and then.
import { minuteMs } from '#base/time.ts'

/** The same text is written once in this time. */
const quietMs = minuteMs
/** Some texts have an id in them, and are not said again. */
const keptTexts = 100

/** Whether a text was not said within the last minute. */
export function createNews(now: () => number = () => performance.now()): (text: string) => boolean {
  const written = new Map<string, number>()
  return (text) => {
    const atMs = now()
    const lastMs = written.get(text)
    if (lastMs !== undefined && atMs - lastMs < quietMs) return false
    // The order of a map is that of what was put in: what was written first goes first.
    written.delete(text)
    written.set(text, atMs)
    const [oldest] = written.keys()
    if (written.size > keptTexts && oldest !== undefined) written.delete(oldest)
    return true
  }
}
