// Run by left-running.test.ts as a test file: its set-up leaves a timer behind that would hold its process for ever.
import { test } from 'node:test'

test('leaves a timer', () => {
  setInterval(() => {}, 1000)
})
