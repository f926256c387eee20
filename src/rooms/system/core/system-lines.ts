// How the service stands in words: one line for each thing, the same on the page and the command line.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { SystemAnswer } from '../contract.ts'
import { formatBytes } from '#base/bytes.ts'
import { nodesInWords } from './node-lines.ts'

/** `ok` unless it needs a person. */
export type SystemLine = { readonly name: string; readonly level: 'ok' | 'warn' | 'fail'; readonly text: string }

export function systemLines(now: SystemAnswer): readonly SystemLine[] {
  const { host, service, versions } = now
  const up = formatDuration(fromIso(now.at) - fromIso(service.started_at))
  return [
    fine('Host', `${host.name}, ${host.system}, ${host.cores} cores, up ${formatDuration(host.up_seconds * 1000)}`),
    fine('Service', `pid ${service.pid} as ${host.user}, ${service.mode} mode, up ${up}, at ${service.url}`),
    fine('Load', loadWords(now)),
    fine('Memory', memoryWords(now)),
    { name: 'Disk', level: now.disk.level, text: diskWords(now) },
    { name: 'tmux', level: now.tmux.problem === null ? 'ok' : 'fail', text: tmuxWords(now) },
    { name: 'Database', level: now.database.problem === null ? 'ok' : 'fail', text: databaseWords(now) },
    ...(now.nodes === null ? [] : [{ name: 'Nodes', ...nodesInWords(now.nodes, now.at) }]),
    fine('Sessions', sessionWords(now)),
    fine('Versions', `Orrery ${versions.orrery}, Node ${versions.node}, SQLite ${versions.sqlite}`),
    fine('Access', now.access.words.join(' ')),
  ]
}

function fine(name: string, text: string): SystemLine {
  return { name, level: 'ok', text }
}

/** How many wanted a core at a time. */
function loadWords({ load, host }: SystemAnswer): string {
  const [now, , long] = load.averages
  return `${now.toFixed(1)} programs at work on ${host.cores} cores in the last minute, ${long.toFixed(1)} in the last 15`
}

export function memoryWords({ memory, service }: SystemAnswer): string {
  const free = `${formatBytes(memory.free_bytes)} of ${formatBytes(memory.total_bytes)} free`
  return `${free}; the service holds ${formatBytes(service.resident_bytes)}`
}

export function diskWords({ disk, service }: SystemAnswer): string {
  const free = `${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} free for ${service.home}`
  if (disk.level === 'ok') return free
  const next = disk.level === 'fail' ? 'Make room: nothing can be recorded on a full disk.' : 'Make room soon.'
  return `${free}. ${next}`
}

export function tmuxWords({ tmux, versions }: SystemAnswer): string {
  if (tmux.problem !== null) return tmux.problem
  const where = tmux.socket === null ? '' : ` on its server ${tmux.socket}`
  return `${versions.tmux ?? 'tmux'}, ${tmux.sessions ?? 0} ${tmux.sessions === 1 ? 'session' : 'sessions'}${where}`
}

export function databaseWords({ database }: SystemAnswer): string {
  if (database.problem !== null) return database.problem
  const { bytes, wal_bytes: wal, pages, free_pages: free, schema } = database
  const spare = Math.round((free / Math.max(1, pages)) * 100)
  const isSpare = spare < sparePercent ? '' : `, ${spare} % of it free for what comes`
  const beside = wal === 0 ? '' : `, and ${formatBytes(wal)} of latest changes beside it`
  return `${formatBytes(bytes)}${isSpare}${beside}; format ${schema}`
}

/** Less is no news. */
const sparePercent = 10

export function sessionWords({ sessions }: SystemAnswer): string {
  const { total, running, awaiting_review: awaiting, idle, completed, failed } = sessions
  if (total === 0) return 'none yet'
  const parts = [
    [running, 'running'],
    [awaiting, 'awaiting review'],
    [idle, 'idle'],
    [failed, 'failed'],
    [completed, 'completed'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return `${total}: ${told.join(', ')}`
}
