// Doctor's look at the machine: Node, the home folder, room on its disk.
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatBytes } from '#base/bytes.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** What the sources and the pinned runtime need; bin/node looks for the same. */
const oldestNode = [24, 15] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  if (isNewEnough) return ok('node', `Node ${version}`)
  return fail('node', `Node ${version} is too old`, 'Run npm install, which brings the pinned copy along.')
}

export function checkHome(home: string): Finding {
  const stats = statSync(home, { throwIfNoEntry: false })
  if (stats === undefined) return ok('home', `${home} will be made at the first start`)
  if (!stats.isDirectory())
    return fail('home', `${home} is no folder`, 'Move it away, or set SERVICE_HOME to a folder.')
  const user = process.getuid?.() ?? stats.uid
  if (stats.uid !== user) {
    return fail(
      'home',
      `${home} belongs to user ${stats.uid}, and you are ${user}`,
      'Set SERVICE_HOME to a folder of yours.',
    )
  }
  const open = openToOthers(home)
  if (open.length === 0) return ok('home', `${home}, closed to others`)
  return warn('home', `others may look into ${open.slice(0, 3).join(', ')}`, 'Close it: orrery doctor --fix')
}

/** Below the home, as far as its first level tells. */
export function openToOthers(home: string): string[] {
  const paths = [home, ...readdirSync(home).map((name) => join(home, name))]
  return paths.filter((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
  })
}

const megabyte = 1024 * 1024
/** Below the first the database may soon not grow, below the second logs and backups will. */
const scarceBytes = 100 * megabyte
const tightBytes = 1024 * megabyte

export async function checkDisk(home: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(existingPart(home))
  const free = bavail * bsize
  const says = `${formatBytes(free)} free for ${home}`
  if (free < scarceBytes) return fail('disk', says, 'Make room: nothing can be recorded on a full disk.')
  return free < tightBytes ? warn('disk', says, 'Make room soon.') : ok('disk', says)
}

function existingPart(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? existingPart(dirname(path)) : path
}
