// `npm run bench`: what the product promises on speed, each as a ratio against a bare reference measured in the same run.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endTidily, measureApart, measureHere, type Measured } from './lib/apart.ts'
import { isMet, type Line, type Row } from './lib/line.ts'
import { describeMachine, measureMachine } from './lib/machine.ts'
import { root } from './lib/service.ts'
import { renderTable } from './lib/table.ts'
import { activity } from './rows/activity.ts'
import { approval } from './rows/approval.ts'
import { assistant } from './rows/assistant.ts'
import { boardEvent } from './rows/board-event.ts'
import { boardPaint } from './rows/board-paint.ts'
import { slowLink } from './rows/slow-link.ts'
import { homePaint } from './rows/home-paint.ts'
import { boardStorm } from './rows/board-storm.ts'
import { broadcast } from './rows/broadcast.ts'
import { budgetStop } from './rows/budget-stop.ts'
import { cockpit } from './rows/cockpit.ts'
import { derived } from './rows/derived.ts'
import { deviceDaemon } from './rows/device-daemon.ts'
import { deviceTerminalEcho } from './rows/device-terminal-echo.ts'
import { devices } from './rows/devices.ts'
import { frameOfAnotherHub } from './rows/frame-of-another-hub.ts'
import { fuel } from './rows/fuel.ts'
import { hookScript } from './rows/hook-script.ts'
import { idle } from './rows/idle.ts'
import { ingest } from './rows/ingest.ts'
import { ingestOnPostgres } from './rows/ingest-on-postgres.ts'
import { ingestWithoutCommit } from './rows/ingest-without-commit.ts'
import { launch } from './rows/launch.ts'
import { memory } from './rows/memory.ts'
import { mirrorCycle } from './rows/mirror-cycle.ts'
import { notify } from './rows/notify.ts'
import { oneViewer } from './rows/one-viewer.ts'
import { replay } from './rows/replay.ts'
import { scan } from './rows/scan.ts'
import { history } from './rows/history.ts'
import { search } from './rows/search.ts'
import { sessionEnd } from './rows/session-end.ts'
import { sessionsFile } from './rows/sessions-file.ts'
import { settingsPaint } from './rows/settings-paint.ts'
import { start } from './rows/start.ts'
import { strand } from './rows/strand.ts'
import { strandOnPostgres } from './rows/strand-on-postgres.ts'
import { strandPeers } from './rows/strand-peers.ts'
import { strandService } from './rows/strand-service.ts'
import { streamRecord } from './rows/stream-record.ts'
import { systemPaint } from './rows/system-paint.ts'
import { terminalEcho } from './rows/terminal-echo.ts'
import { terminalFlood } from './rows/terminal-flood.ts'
import { terminalRaw } from './rows/terminal-raw.ts'
import { triage } from './rows/triage.ts'

/** In the order of the report. A new promise is a file in rows/ and a name here. */
const rows: readonly Row[] = [
  ingestWithoutCommit,
  ingest,
  broadcast,
  oneViewer,
  hookScript,
  streamRecord,
  derived,
  replay,
  approval,
  notify,
  scan,
  sessionEnd,
  launch,
  mirrorCycle,
  sessionsFile,
  boardPaint,
  slowLink,
  homePaint,
  cockpit,
  assistant,
  systemPaint,
  settingsPaint,
  boardEvent,
  boardStorm,
  terminalEcho,
  terminalFlood,
  terminalRaw,
  triage,
  activity,
  fuel,
  budgetStop,
  history,
  search,
  strand,
  strandPeers,
  strandService,
  strandOnPostgres,
  ingestOnPostgres,
  frameOfAnotherHub,
  devices,
  deviceDaemon,
  deviceTerminalEcho,
  start,
  idle,
  memory,
]

const usage = `npm run bench -- [options]: what the product promises on speed, against bare references of the same run
  --only <name>      rows whose name holds the text; may be given again
  --limit <minutes>  a row that takes longer is given up and told as failed, and the run goes on; default 6
  --json             the lines as JSON instead of a table
  --gate             exit code 1 when a goal is missed, as always when a row could not be measured
  --profile <dir>    write a CPU profile of every server that was measured
  --help             this`

/** As for any program that was called wrongly. */
const wrongUse = 64

endTidily()
process.exitCode = await main()

async function main(): Promise<number> {
  const options = readOptions()
  if (options === null) return wrongUse
  const [, program = ''] = process.argv
  const row = rows.find(({ name }) => name === options.row)
  if (row !== undefined) {
    if (options.profile !== undefined) profileServers(options.profile)
    await measureHere(row)
    return 0
  }
  const names = rows.map(({ name }) => name)
  if (options.help) {
    console.log(`${usage}\n\nRows: ${names.join(', ')}`)
    return 0
  }
  const limitMs = Number(options.limit) * 60_000
  const chosen = names.filter((name) => options.only.length === 0 || options.only.some((part) => name.includes(part)))
  if (chosen.length === 0 || !(limitMs > 0)) {
    console.error(chosen.length === 0 ? `no such row; there are ${names.join(', ')}` : '--limit takes minutes above 0')
    return wrongUse
  }
  build()
  const profiling = options.profile === undefined ? [] : ['--profile', resolve(options.profile)]
  const runRow = (name: string) => measureApart({ program, args: ['--row', name, ...profiling], limitMs })
  return report(await runRows(chosen, runRow), options)
}

/** Null once what is wrong with them is told. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        limit: { type: 'string', default: '6' },
        json: { type: 'boolean', default: false },
        gate: { type: 'boolean', default: false },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        // How a run measures each of its rows.
        row: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return null
  }
}

function report({ lines, failed }: Outcome, { json, gate }: { json: boolean; gate: boolean }): number {
  const judged = lines.map((line) => ({ ...line, met: isMet(line) }))
  const machine = measureMachine()
  if (json) console.log(JSON.stringify({ machine, lines: judged, failed }, null, 2))
  else console.log(`${renderTable(lines)}\n\n${describeMachine(machine)}`)
  for (const { name, reason } of failed) console.error(`${name} could not be measured: ${reason}`)
  if (failed.length > 0) return 1
  return gate && judged.some(({ met }) => !met) ? 1 : 0
}

/** The goals are about the bundle; it is built beforehand, so that no start pays for it. */
function build(): void {
  const argv = [join(root, 'tools/build.ts'), '--if-changed']
  const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the service could not be built')
}

/** Read by each Node that a row starts; the profile is written when that ends. */
function profileServers(folder: string): void {
  mkdirSync(folder, { recursive: true })
  process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${folder}`
}

type Outcome = { readonly lines: Line[]; readonly failed: { readonly name: string; readonly reason: string }[] }

async function runRows(chosen: readonly string[], runRow: (name: string) => Promise<Measured>): Promise<Outcome> {
  const outcome: Outcome = { lines: [], failed: [] }
  for (const [index, name] of chosen.entries()) {
    const startedMs = performance.now()
    process.stderr.write(`${index + 1}/${chosen.length} ${name} …`)
    const measured = await runRow(name)
    if (measured.ok) outcome.lines.push(...measured.lines)
    else outcome.failed.push({ name, reason: measured.reason })
    const tookS = ((performance.now() - startedMs) / 1000).toFixed(1)
    process.stderr.write(measured.ok ? ` ${tookS} s\n` : ` ${tookS} s, failed\n`)
  }
  return outcome
}
