// Lists the processes of this machine in one pass: from /proc on Linux, by ps elsewhere.
import { readdir, readFile } from 'node:fs/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Environment } from './config/environment.ts'
import { runProgram } from './spawn.ts'

export type ListedProcess = {
  readonly pid: number
  readonly parentPid: number
  readonly name: string
  /** CPU time since it began, in milliseconds. */
  readonly cpuMs: number
  readonly memoryBytes: number
}

/** Refuses with a sentence when the machine does not tell. */
export type ListProcesses = () => Promise<Result<readonly ListedProcess[], string>>

export function createListProcesses(env: Environment, platform: string = process.platform): ListProcesses {
  return platform === 'linux' ? listFromProc : () => listByPs(env)
}

/** Reads of /proc that run at once: each is a short job of a thread. */
const batchSize = 64
/** The unit of CPU times in /proc, on every Linux that Node runs on. */
const msPerTick = 10

async function listFromProc(): Promise<Result<readonly ListedProcess[], string>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const rows: ListedProcess[] = []
  for (let from = 0; from < pids.length; from += batchSize) {
    const batch = await Promise.all(pids.slice(from, from + batchSize).map(readProc))
    rows.push(...batch.filter((row) => row !== null))
  }
  return ok(rows)
}

/** The name stands in parentheses and may hold any character, a parenthesis too. */
const statPattern = /^(?<pid>\d+) \((?<name>.*)\) \S (?<rest>.*)$/s

/** Null for a process that has ended meanwhile. */
async function readProc(pid: string): Promise<ListedProcess | null> {
  const [stat, status] = await Promise.all([readIfThere(`/proc/${pid}/stat`), readIfThere(`/proc/${pid}/status`)])
  const { name = '', rest = '' } = statPattern.exec(stat)?.groups ?? {}
  if (rest === '') return null
  // proc(5): after the state come ppid (field 4), … utime (14), stime (15).
  const fields = rest.split(' ').map(Number)
  const [parentPid = 0, userTicks = 0, systemTicks = 0] = [fields[0], fields[10], fields[11]]
  // Kernel threads have no memory of their own.
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  return {
    pid: Number(pid),
    parentPid,
    name,
    cpuMs: (userTicks + systemTicks) * msPerTick,
    memoryBytes: kilobytes * 1024,
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    if (isGone) return ''
    throw error
  }
}

const psTimeoutMs = 2000
const psArguments = ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'rss=', '-o', 'time=', '-o', 'comm=']

async function listByPs(env: Environment): Promise<Result<readonly ListedProcess[], string>> {
  const outcome = await runProgram({ argv: ['ps', ...psArguments], env, timeoutMs: psTimeoutMs })
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err('ps did not list the processes')
  return ok(outcome.stdout.split('\n').flatMap((line) => parsePsLine(line) ?? []))
}

const psPattern = /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<kilobytes>\d+)\s+(?<time>[\d:.-]+)\s+(?<command>.+)$/

/** Null for a line that is none. Exported for its test. */
export function parsePsLine(line: string): ListedProcess | null {
  const groups = psPattern.exec(line)?.groups
  if (groups === undefined) return null
  const { pid, parent, kilobytes, time = '', command = '' } = groups
  return {
    pid: Number(pid),
    parentPid: Number(parent),
    name: command.trim().split('/').at(-1) ?? '',
    cpuMs: parsePsTime(time),
    memoryBytes: Number(kilobytes) * 1024,
  }
}

/** `1-02:03:04`, `02:03:04` and `3:04.56` (macOS). */
function parsePsTime(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const seconds = clock.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}
