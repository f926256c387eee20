// The order of the test files: the longest begin first, so that none of them is still at work when all others are over.

/** By what they took when last measured, longest first; the end of `npm test` names those that are missing here. */
const longFiles: readonly string[] = [
  'src/app/month.live.test.ts',
  'test/suites/threats/r1-first-start.test.ts',
  'test/journeys/accessible.test.ts',
  'test/suites/nodes/device-approvals.test.ts',
  'test/suites/threats/r1-requests.test.ts',
  'test/journeys/settings.test.ts',
  'test/journeys/cockpit.test.ts',
  'test/suites/harness/opencode.test.ts',
  'test/suites/threats/s13-secrets.test.ts',
  'test/suites/threats/r1-random.test.ts',
  'test/suites/truth/truth.test.ts',
  'test/suites/devices/faults.test.ts',
  'test/suites/devices/devices.test.ts',
  'test/suites/principals/effects.test.ts',
  'test/suites/budgets/every-route.test.ts',
  'test/suites/threats/r13-signals.test.ts',
  'test/suites/sessions/stop.test.ts',
  'test/suites/threats/s5-paths.test.ts',
  'test/suites/truth/claude-turns.test.ts',
  'test/suites/settings/killed.test.ts',
  'test/suites/threats/slow-clocks.test.ts',
  'test/suites/board/event-storm.test.ts',
  'test/suites/budgets/unread.test.ts',
  'test/journeys/gateway.test.ts',
  'test/journeys/fits-every-width.test.ts',
  'test/journeys/triage-with-a-real-model.test.ts',
  'test/journeys/claude-code.test.ts',
  'test/journeys/accessible-board.test.ts',
  'test/journeys/a-day.test.ts',
]

/** The long ones first, then the others as they come. */
export function longestFirst(files: readonly string[]): string[] {
  return files.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(file: string): number {
  const at = longFiles.indexOf(file)
  return at === -1 ? longFiles.length : at
}
