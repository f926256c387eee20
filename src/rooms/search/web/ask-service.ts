// How the page asks: one question at a time for each place that searches.
import { call } from '#platform/web/api/call.ts'
import { search } from '../api.ts'
import { createAsker, type LateAsker } from './late-asker.ts'

export function createPageAsker(limit: number): LateAsker {
  return createAsker({
    send: ({ q, kind }) => call(search, { query: { q, limit, ...(kind === null ? {} : { kind }) } }),
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    nowMs: () => performance.now(),
  })
}
