// What really happened: agents that write down each of their runs, tmux, and the process table. Nothing here asks the service.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHome } from '../../support/home.ts'

export type Run = {
  readonly pid: number
  readonly isAlive: boolean
  /** What it was about to exit with; null for one that was killed, or still runs. */
  readonly code: number | null
}

export type Evidence = {
  /** Names of the tmux sessions there are. */
  readonly terminals: ReadonlySet<string>
  /** Every run under the name, oldest first. */
  readonly runsOf: (name: string) => readonly Run[]
}

export type Agents = {
  /** The command of an agent that runs so long and exits with `code`, unless Ctrl+C ends it with 130. */
  readonly command: (name: string, seconds: number, code: number) => string
  readonly look: () => Promise<Evidence>
  /** What one name's runs look like now, without a look at tmux. */
  readonly runsOf: (name: string) => readonly Run[]
}

/** `begin <pid>` and `end <pid> <code>`, a line each, appended whole. */
const script = `file=$1
say() { echo "$1 $$ $2" >>"$file"; }
trap 'say end 130; exit 130' INT
say begin
sleep "$2"
say end "$3"
exit "$3"
`

export function placeAgents(place: TestHome): Agents {
  const folder = join(place.root, 'runs')
  const program = join(place.root, 'agent.sh')
  mkdirSync(folder)
  writeFileSync(program, script)
  const fileOf = (name: string): string => join(folder, name)
  const runsOf = (name: string): Run[] => readRuns(fileOf(name))
  return {
    runsOf,
    command(name, seconds, code) {
      appendFileSync(fileOf(name), '')
      return `exec sh ${program} ${fileOf(name)} ${seconds} ${code}`
    },
    async look() {
      // Runs first: one that ends between the two looks counts as running for once, and never the other way round.
      const terminals = new Set(await place.terminals())
      return { terminals, runsOf }
    },
  }
}

function readRuns(file: string): Run[] {
  const runs: { pid: number; code: number | null }[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word, pid, code] = line.split(' ')
    if (word === 'begin') runs.push({ pid: Number(pid), code: null })
    const ended = word === 'end' ? runs.findLast((run) => run.pid === Number(pid)) : undefined
    if (ended !== undefined) ended.code ??= Number(code)
  }
  return runs.map((run) => ({ ...run, isAlive: isAlive(run.pid) }))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
