// A reporter for `node --test`: after all others, the files that took longest, so that one sees where the time goes.
import { relative } from 'node:path'
import type { EventData } from 'node:test'
import { root } from './run.ts'

type Event = { readonly type: string; readonly data: unknown }

/** About a tenth of all files: they take more than half of the time. */
const shownFiles = 15

async function* slowestFiles(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const files: { readonly name: string; readonly ms: number }[] = []
  for await (const { type, data } of events) {
    if (type !== 'test:summary') continue
    const { file, duration_ms: ms } = data as EventData.TestSummary
    // The summary of the whole run has no file.
    if (file !== undefined) files.push({ name: relative(root, file), ms })
  }
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, shownFiles)
  const total = files.reduce((sum, { ms }) => sum + ms, 0)
  const lines = slowest.map(({ name, ms }) => `${seconds(ms)}  ${name}`)
  yield `\n${files.length} files took ${(total / 60_000).toFixed(1)} min one after the other. The slowest:\n${lines.join('\n')}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8)
}

// Node takes a reporter as the default export.
// oxlint-disable-next-line import/no-default-export
export default slowestFiles
