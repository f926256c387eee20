// What a backup holds, how its files are named, which ones are kept, and whether there is room for one.
import { toIso } from '#base/time.ts'
import type { Backup } from '../contract.ts'

/** Files of the home that are copied as they are. `sessions.json` before the database, so that it is never newer than the log. */
export const plainFiles = ['config.json', 'sessions.json'] as const
/** Folders in which a person writes. */
export const ownFolders = ['workflows', 'plugins', 'audits'] as const
/** Folders of what agents and steps wrote. */
export const outputFolders = ['logs', 'strand-runs'] as const
/** The database in the archive and in the home. */
export const databaseName = 'service.db'

/** Of a service whose tables are not in its home. */
export const tablesElsewhere =
  'Sessions, tasks and all else that has rows are in PostgreSQL, and in no backup of this home: keep them with pg_dump --format=custom --file=orrery.dump "$DATABASE_URL"'
export const manifestName = 'manifest.json'
export const sumsName = 'SHA256SUMS'

/** Folders that can be made again, at any depth. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Whether a file or folder of this name goes into an archive. */
export function isKept(name: string): boolean {
  return !leftOut.has(name) && !name.endsWith('.tmp')
}

const tops: ReadonlySet<string> = new Set([manifestName, sumsName, databaseName, ...plainFiles])
const folders: ReadonlySet<string> = new Set([...ownFolders, ...outputFolders])

/** Whether an archive may bring a file of that name: nothing that leads out of the home, nothing that no backup holds. */
export function mayBring(path: string): boolean {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\0\\]/.test(path)) return false
  return parts.length === 1 ? tops.has(path) : folders.has(parts[0] ?? '')
}

/** The id of a backup that begins now, unlike those that are there: `20261122T185021Z`, then `20261122T185021Z-2`. */
export function backupId(nowMs: number, taken: ReadonlySet<string>): string {
  const first = toIso(nowMs).replaceAll(/[-:]|\.\d+/g, '')
  let id = first
  for (let nth = 2; taken.has(id); nth++) id = `${first}-${nth}`
  return id
}

export const archiveName = (id: string): string => `orrery-${id}.tar.gz`

/** The id in the name of an archive; null for any other file. */
export function idOfArchive(name: string): string | null {
  return /^orrery-(?<id>\d{8}T\d{6}Z(?:-\d{1,3})?)\.tar\.gz$/.exec(name)?.groups?.id ?? null
}

/** The moment that an id names. */
export function momentOf(id: string): string {
  return id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6.000Z')
}

/** The newest first; those of one second by their number. */
export function byAge(one: string, other: string): number {
  const [first, second] = [one, other].map((id) => [id.slice(0, 16), Number(id.slice(17) || 1)] as const)
  if (first === undefined || second === undefined) return 0
  if (first[0] !== second[0]) return first[0] < second[0] ? 1 : -1
  return second[1] - first[1]
}

/** Those that are too many when `keep` stay. */
export function idsToDrop(ids: readonly string[], keep: number | null): readonly string[] {
  return keep === null ? [] : ids.toSorted(byAge).slice(keep)
}

/** Left free on the disk, whatever is copied: the service goes on writing meanwhile. */
export const spareBytes = 32 * 1024 * 1024

/** The copy of the database and the archive stand side by side for a while, and what is packed may not get smaller. */
export function neededBytes(sizes: { readonly database: number; readonly files: number }): number {
  return 2 * sizes.database + sizes.files + spareBytes
}

/** What the page and the command line say of a backup. */
export function backupWords(
  { state, step, bytes, total_bytes: total, problem }: Backup,
  size: (bytes: number) => string,
): string {
  if (state === 'failed') return `failed: ${problem ?? 'for no known reason'}`
  if (state === 'done') return problem ?? size(bytes)
  const what = step === 'archive' ? 'packing' : 'copying the database'
  return total === null || total === 0 ? what : `${what}: ${size(bytes)} of about ${size(total)}`
}
