// Which suites and journeys a run makes: those that each run makes, and a share of the others by its seed. All together take
// longer than somebody waits for a change.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** So many runs make all of them once, where each has another turn. */
const turns = 5
/** The parts of long rows are chosen by the seed, too: by its lowest digits. A turn goes by others, so that each part is met. */
const digitsOfParts = 1000

/** What most changes touch, in few seconds each: the board, launches, logins, refusals, words, and each guide's first steps. */
const eachRun: readonly string[] = [
  'test/journeys/board-tasks.test.ts',
  'test/journeys/first-run.test.ts',
  'test/journeys/launch-from-the-page.test.ts',
  'test/journeys/lazy-parts.test.ts',
  'test/journeys/stop.test.ts',
  'test/journeys/triage-signed-out.test.ts',
  'test/suites/activity/activity.test.ts',
  'test/suites/approvals/cli.test.ts',
  'test/suites/bench/row-limit.test.ts',
  'test/suites/budgets/storage.test.ts',
  'test/suites/bundle/arena-variables.test.ts',
  'test/suites/bundle/brought-strands.test.ts',
  'test/suites/bundle/every-get-route.test.ts',
  'test/suites/bundle/release.test.ts',
  'test/suites/devices/starts.test.ts',
  'test/suites/devices/two-commands.test.ts',
  'test/suites/engines/embedded.test.ts',
  'test/suites/flow/command-line.test.ts',
  'test/suites/flow/webhooks.test.ts',
  'test/suites/kit/journey.test.ts',
  'test/suites/kit/left-running.test.ts',
  'test/suites/kit/watch-wire.test.ts',
  'test/suites/mcp/tools.test.ts',
  'test/suites/nodes/postgres-reads.test.ts',
  'test/suites/principals/readers.test.ts',
  'test/suites/readme/first-agent.test.ts',
  'test/suites/sessions/failures.test.ts',
  'test/suites/sessions/follow-log.test.ts',
  'test/suites/system/doctor.test.ts',
  'test/suites/tasks/task-chain.test.ts',
  'test/suites/threats/r9-late-answers.test.ts',
  'test/suites/threats/refusal-order.test.ts',
  'test/suites/threats/s1-routes.test.ts',
  'test/suites/threats/s11-addresses.test.ts',
  'test/suites/threats/s14-modes.test.ts',
  'test/suites/truth/judge.test.ts',
  'test/suites/words/machine-words.test.ts',
  'test/suites/words/no-routes.test.ts',
  'test/suites/words/schemas.test.ts',
]

/** Of files in the order in which they would run. Throws when one that each run makes is gone. */
export function inTurn(
  files: readonly string[],
  seed: number,
): { readonly now: readonly string[]; readonly later: readonly string[] } {
  const gone = eachRun.filter((file) => !existsSync(join(root, file)))
  if (gone.length > 0) throw new Error(`tools/test-turns.ts names what is gone: ${gone.join(', ')}`)
  const turn = Math.floor(seed / digitsOfParts) % turns
  const others = files.filter((file) => !eachRun.includes(file))
  const later = new Set(others.filter((_file, at) => at % turns !== turn))
  return { now: files.filter((file) => !later.has(file)), later: [...later] }
}
