// The order of the test files: the longest begin first, so that none of them is still at work when all others are over.

/** By what they took when last measured, longest first; the end of `npm test` names those that are missing here. */
const longFiles: readonly string[] = [
  'src/app/month.live.test.ts',
  'test/suites/truth/truth.test.ts',
  'test/suites/principals/effects.test.ts',
  'test/suites/budgets/every-route.test.ts',
  'test/journeys/triage-with-a-real-model.test.ts',
  'test/suites/truth/claude-turns.test.ts',
  'test/journeys/claude-code.test.ts',
  'test/suites/threats/r1-requests-even.test.ts',
  'test/suites/threats/r1-requests-odd.test.ts',
  'test/suites/threats/r1-random.test.ts',
  'test/suites/threats/slow-clocks.test.ts',
  'test/suites/threats/r1-first-start-even.test.ts',
  'test/suites/threats/r1-first-start-odd.test.ts',
  'test/suites/board/event-storm.test.ts',
  'test/suites/budgets/unread.test.ts',
]

/** The long ones first, then the others as they come. */
export function longestFirst(files: readonly string[]): string[] {
  return files.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(file: string): number {
  const at = longFiles.indexOf(file)
  return at === -1 ? longFiles.length : at
}
