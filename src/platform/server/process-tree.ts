// The processes of a run or of a terminal: which of them live, and a signal for exactly those.
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Environment } from './config/environment.ts'
import { runProgram } from './spawn.ts'

/** One process as a look at the machine shows it. */
export type SeenProcess = {
  readonly pid: number
  readonly parentPid: number
  readonly group: number
  /** The group in the foreground of its terminal; -1 without a terminal. */
  readonly foreground: number
  readonly name: string
  readonly args: string
  /** The first of the marks that were asked for which its environment bears; where the machine does not tell, none. */
  readonly mark: string | null
  /** Tells it from a later process with its id. */
  readonly began: string
}

export type ProcessTree = {
  /** Every process that lives, ended ones that nobody has waited for left out. Refuses with a sentence. A mark is `NAME=value`. */
  readonly list: (marks: readonly string[]) => Promise<Result<readonly SeenProcess[], string>>
  /** Sends the signal to each that is still the process which was seen. The answer counts those that it reached. */
  readonly signal: (processes: readonly SeenProcess[], signal: 'SIGTERM' | 'SIGKILL') => number
}

export function createProcessTree(env: Environment, platform: string = process.platform): ProcessTree {
  const isLinux = platform === 'linux'
  return {
    list: isLinux ? listFromProc : () => listByPs(env),
    signal: (processes, signal) => processes.filter((seen) => (!isLinux || isStill(seen)) && send(seen, signal)).length,
  }
}

/** Reads of /proc that run at once: each is a short job of a thread. */
const batchSize = 64
/** The name stands in parentheses and may hold any character, a parenthesis too. */
const statPattern = /^\d+ \((?<name>.*)\) (?<rest>\S .*)$/s

async function listFromProc(marks: readonly string[]): Promise<Result<readonly SeenProcess[], string>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const rows: SeenProcess[] = []
  for (let from = 0; from < pids.length; from += batchSize) {
    const batch = await Promise.all(pids.slice(from, from + batchSize).map((pid) => readProc(pid, marks)))
    rows.push(...batch.filter((row) => row !== null))
  }
  return ok(rows)
}

/** Null for one that has ended. */
async function readProc(pid: string, marks: readonly string[]): Promise<SeenProcess | null> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [stat, args, environment] = await Promise.all([
    read('stat'),
    read('cmdline'),
    marks.length === 0 ? '' : read('environ'),
  ])
  const parsed = parseStat(stat)
  if (parsed === null) return null
  const mark = marks.find((each) => `\0${environment}\0`.includes(`\0${each}\0`)) ?? null
  return { pid: Number(pid), ...parsed, args: args.replaceAll('\0', ' ').trim(), mark }
}

function parseStat(stat: string): Omit<SeenProcess, 'pid' | 'args' | 'mark'> | null {
  const { name = '', rest = '' } = statPattern.exec(stat)?.groups ?? {}
  // proc(5): from the state (field 3) on, ppid (4), pgrp (5), session (6), tty (7), tpgid (8), … starttime (22).
  const fields = rest.split(' ')
  const [state, parentPid, group, , , foreground] = fields
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return null
  return {
    name,
    parentPid: Number(parentPid),
    group: Number(group),
    foreground: Number(foreground),
    began: fields[19] ?? '',
  }
}

/** Read and acted on in one turn: its id can't have gone to another process meanwhile. */
function isStill({ pid, began }: SeenProcess): boolean {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.began === began
  } catch {
    // It has ended.
    return false
  }
}

function send({ pid }: SeenProcess, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return pid !== process.pid && process.kill(pid, signal)
  } catch {
    // It went by itself, or is somebody else's.
    return false
  }
}

const psTimeoutMs = 2000
const psColumns = ['pid=', 'ppid=', 'pgid=', 'tpgid=', 'stat=', 'args=']

async function listByPs(env: Environment): Promise<Result<readonly SeenProcess[], string>> {
  const argv = ['ps', '-A', ...psColumns.flatMap((column) => ['-o', column])]
  const outcome = await runProgram({ argv, env, timeoutMs: psTimeoutMs })
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err('ps did not list the processes')
  return ok(outcome.stdout.split('\n').flatMap((line) => parsePsRow(line) ?? []))
}

const psPattern = /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<group>\d+)\s+(?<front>-?\d+)\s+(?<state>\S+)\s+(?<args>.+)$/

/** Null for a line that is none, and for a process that has ended. Exported for its test. */
export function parsePsRow(line: string): SeenProcess | null {
  const { pid, parent, group, front, state = 'Z', args = '' } = psPattern.exec(line)?.groups ?? {}
  if (state.startsWith('Z')) return null
  const name = args.split(' ')[0]?.split('/').at(-1) ?? ''
  const ids = { pid: Number(pid), parentPid: Number(parent), group: Number(group), foreground: Number(front) }
  return { ...ids, name, args: args.trim(), mark: null, began: '' }
}

/** The roots and all that descends from them, each once, in the order of `all`. */
export function withDescendants<P extends SeenProcess>(all: readonly P[], roots: readonly P[]): P[] {
  const children = Map.groupBy(all, ({ parentPid }) => parentPid)
  const found = new Set<P>()
  const add = (seen: P): void => {
    if (found.has(seen)) return
    found.add(seen)
    for (const child of children.get(seen.pid) ?? []) add(child)
  }
  for (const root of roots) add(root)
  return all.filter((seen) => found.has(seen))
}
