// How the service and its machine stand now. Nothing is sampled while nobody asks; who watches compares two answers.
import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, loadavg, release, totalmem, type as systemType, uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import { toIso } from '#base/time.ts'
import { exposedBy } from '#platform/server/access/settings.ts'
import { storageRefusals } from '#platform/server/db/storage-error.ts'
import type { SystemAnswer } from '../contract.ts'
import { accessInWords } from '../core/access-words.ts'
import { roomLevel } from '../core/room-level.ts'
import type { SystemGround } from './context.ts'
import type { SystemPorts } from './ports.ts'
import { schemaNumber } from './schema-number.ts'
import { sizeOf } from './size-of-database.ts'
import type { LookAtTmux } from './tmux-look.ts'

export async function takeSnapshot(
  ground: SystemGround,
  ports: SystemPorts,
  lookAtTmux: LookAtTmux,
): Promise<SystemAnswer> {
  const { config, clock, version, live, address } = ground
  const [tmux, disk, database, nodes] = await Promise.all([
    lookAtTmux(),
    diskOf(config.home),
    databaseOf(ground),
    ports.nodes(),
  ])
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const now = clock.now()
  return {
    at: toIso(now),
    host: hostOf(ground),
    service: {
      pid: process.pid,
      url: address.url(),
      home: config.home,
      mode: ports.mode,
      started_at: toIso(now - Math.round(process.uptime() * 1000)),
      resident_bytes: rss,
      heap_bytes: heapUsed,
      cpu_ms: Math.round((user + system) / 1000),
      busy_ms: Math.round(performance.eventLoopUtilization().active),
      viewers: live.viewers(),
    },
    versions: {
      orrery: version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? 'unknown',
      tmux: tmux.version,
    },
    load: loadOfMachine(),
    memory: { total_bytes: totalmem(), free_bytes: freemem() },
    disk,
    tmux: { socket: config.tmuxSocket, sessions: tmux.sessions, problem: tmux.problem },
    database,
    sessions: countsOf(ports),
    nodes,
    access: accessOf(ground),
  }
}

function hostOf({ machine }: SystemGround): SystemAnswer['host'] {
  return {
    name: machine.hostName,
    user: machine.userName,
    system: `${systemType()} ${release()} ${arch()}`,
    cores: cpus().length,
    up_seconds: Math.round(uptime()),
  }
}

function loadOfMachine(): SystemAnswer['load'] {
  const [one = 0, five = 0, fifteen = 0] = loadavg()
  let [busy, idle] = [0, 0]
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
    idle += times.idle
  }
  return { averages: [one, five, fifteen], busy_ms: Math.round(busy), idle_ms: Math.round(idle) }
}

async function diskOf(home: string): Promise<SystemAnswer['disk']> {
  const { blocks, bavail, bsize } = await statfs(home)
  return { total_bytes: blocks * bsize, free_bytes: bavail * bsize, level: roomLevel(bavail * bsize) }
}

async function databaseOf({ database, config }: SystemGround): Promise<SystemAnswer['database']> {
  const trouble = database.trouble()
  const refusal = trouble === null ? null : storageRefusals[trouble]
  return {
    ...(await sizeOf(database, config.home)),
    schema: schemaNumber,
    problem: refusal === null ? null : [refusal.reason, refusal.hint ?? ''].join(' ').trim(),
  }
}

function countsOf({ countSessions }: SystemPorts): SystemAnswer['sessions'] {
  const counts = countSessions()
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

function accessOf({ config, address }: SystemGround): SystemAnswer['access'] {
  const by = exposedBy(config)
  const words = accessInWords({
    ...config,
    exposedBy: by,
    hookPort: address.hookPort(),
    port: Number(new URL(address.url()).port),
  })
  return { exposed_by: by, words }
}
