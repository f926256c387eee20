// For tests: the mirror over a real database, a scripted gateway, and a stand-in for the `openclaw` command.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '#base/result.ts'
import { createWatched, viewOf } from '#platform/server/config/watched.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startFakeGateway, type Asked, type FakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { StepCallOf } from '#rooms/flow/contract.ts'
import { keepStrands, rawJobs, rawRuns, type Raw } from '../mirror.testkit.ts'
import { openMirrorRoom, type Mirror } from './index.ts'
import type { SessionsPort } from './ports.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'

/** What the scripted gateway knows; a test changes it while it runs. */
export type Upstream = {
  jobs: Raw[]
  runs: Raw[]
  /** True: it does not know the question for the runs of all jobs. */
  isOld?: boolean
}

/** Answers as the real gateway does: pages of at most 200, newest runs first, unknown parameters refused. */
export function answerFrom(upstream: Upstream) {
  return ({ method, params }: Asked) => {
    const limit = Number(params.limit ?? 50)
    const offset = Number(params.offset ?? 0)
    if (limit > 200)
      return { error: { code: 'INVALID_REQUEST', message: `invalid ${method} params: at /limit: must be <= 200` } }
    const page = (field: string, all: readonly Raw[]) => {
      const hasMore = offset + limit < all.length
      const items = all.slice(offset, offset + limit)
      return {
        payload: {
          [field]: items,
          total: all.length,
          offset,
          limit,
          hasMore,
          nextOffset: hasMore ? offset + limit : null,
        },
      }
    }
    if (method === 'cron.list') {
      return page('jobs', params.includeDisabled === true ? upstream.jobs : upstream.jobs.filter((job) => job.enabled))
    }
    if (method === 'cron.runs') {
      const runs = upstream.runs.toSorted((one, other) => Number(other.ts) - Number(one.ts))
      if (params.scope === 'all' && upstream.isOld === true) {
        return { error: { code: 'INVALID_REQUEST', message: "invalid cron.runs params: unexpected property 'scope'" } }
      }
      if (params.scope === 'all') return page('entries', runs)
      if (!upstream.jobs.some(({ id }) => id === params.id)) return { error: notFound(String(params.id)) }
      return page(
        'entries',
        runs.filter(({ jobId }) => jobId === params.id),
      )
    }
    return { error: { code: 'INVALID_REQUEST', message: `unknown method: ${method}` } }
  }
}

const notFound = (jobId: string) => ({
  code: 'INVALID_REQUEST',
  message: `Automation not found: ${jobId}.`,
  details: { code: 'CRON_JOB_NOT_FOUND', jobId },
})

export type RoomOptions = {
  readonly sessions?: SessionsPort
  /** Default: everything that was recorded. */
  readonly upstream?: Upstream
  /** False: nothing listens at the address. */
  readonly gateway?: boolean
  /** What the gateway asks for; the mirror has none. */
  readonly token?: string
  /** Body of a shell script that stands for `openclaw`; without it there is none on PATH. */
  readonly openclaw?: string
  readonly home?: string
  readonly showForeignAgents?: boolean
}

export type Room = Awaited<ReturnType<typeof openMirror>>

/** Resolves once the mirror started; `connected` waits for the socket. */
export async function openMirror(options: RoomOptions = {}) {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'orrery-mirror-')))
  const upstream = options.upstream ?? { jobs: rawJobs(), runs: rawRuns() }
  const gateway =
    options.gateway === false
      ? null
      : await startFakeGateway({ answer: answerFrom(upstream), token: options.token ?? null })
  const bin = await writeCommand(home, options.openclaw)
  const strands = keepStrands()
  const reports: AgentReport[] = []
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const time = { nowMs: Date.parse('2026-11-20T09:00:00.000Z') }
  const gatewayConfig = {
    url: gateway?.url ?? 'ws://127.0.0.1:9',
    token: null as string | null,
    showForeignAgents: options.showForeignAgents ?? false,
  }
  const settings = createWatched({ gateway: gatewayConfig })
  const ground = {
    config: viewOf(settings),
    settings,
    userHome: home,
    environment: { PATH: options.openclaw === undefined ? bin : `${bin}:/usr/bin:/bin` },
    database,
    version: '0.0.0',
    random: () => 0,
    clock: { now: () => time.nowMs },
    log: silentLog,
  }
  const sessions: SessionsPort = {
    stateOf: () => null,
    async report(report) {
      reports.push(report)
      return ok(null)
    },
  }
  const mirror = openMirrorRoom(ground, { sessions: options.sessions ?? sessions })
  mirror.keepIn(strands)
  await mirror.start()
  const close = async (): Promise<void> => {
    await mirror[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return {
    home,
    mirror,
    settings,
    upstream,
    /** Null without one. */
    gateway: gateway as FakeGateway,
    strands,
    reports,
    database,
    time,
    cycle: (runId = 'c') => runCycle(mirror, runId),
    /** What the stand-in was called with, one line a call. */
    commands: async (): Promise<string[]> =>
      (await readFile(join(bin, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean),
    close,
    async [Symbol.asyncDispose]() {
      await close()
      if (options.home === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}

async function writeCommand(home: string, script: string | undefined): Promise<string> {
  const bin = join(home, 'bin')
  await mkdir(bin, { recursive: true })
  const lines = ['#!/bin/sh', `echo "$*" >> ${bin}/calls`, script]
  if (script !== undefined) await writeFile(join(bin, 'openclaw'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return bin
}

/** The three steps as the engine runs them; answers their results and output. */
export async function runCycle(mirror: Pick<Mirror, 'strand'>, runId: string) {
  const lines: string[] = []
  const call = { runId, output: (line: string) => void lines.push(line) }
  const jobs = await runStep(mirror, 'JOBS', call)
  const runs = await runStep(mirror, 'RUNS', call)
  const write = await runStep(mirror, 'WRITE', call)
  return { jobs, runs, write, lines }
}

/** One step of the strand as the engine runs it. */
export async function runStep(
  { strand }: Pick<Mirror, 'strand'>,
  id: string,
  call: Partial<StepCallOf<AbortSignal>> = {},
) {
  const step = strand.steps.find((one) => one.id === id)
  if (step === undefined) throw new Error(`the strand has no step ${id}`)
  const { signal } = new AbortController()
  const given = { strandId: strand.id, stepId: id, attempt: 1, input: null, results: {}, runId: 'c', signal }
  return await step.run({ ...given, output: () => {}, ...call })
}

/** A stand-in that answers from files, and knows no `--id` where the real one knows none. */
export function commandOver(folder: string): string {
  return [
    'case "$2" in',
    `list) cat ${folder}/jobs.json ;;`,
    `runs) cat "${folder}/runs-$4.json" 2>/dev/null || { echo "Automation not found: $4. Run openclaw cron list" >&2; exit 1; } ;;`,
    'enable|disable)',
    '  if [ "$3" = --id ]; then echo \'{"ok":false,"error":{"type":"cli_error","message":"OpenClaw does not recognize option \\"--id\\"."}}\'; exit 1; fi',
    '  echo "{\\"id\\":\\"$3\\"}" ;;',
    'esac',
  ].join('\n')
}

/** Writes what `commandOver` answers from. */
export async function writeUpstream(folder: string, { jobs, runs }: Upstream): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'jobs.json'), JSON.stringify({ jobs, hasMore: false }))
  for (const { id } of jobs) {
    const entries = runs.filter(({ jobId }) => jobId === id).slice(0, 10)
    await writeFile(join(folder, `runs-${String(id)}.json`), JSON.stringify({ entries, hasMore: false }))
  }
}
