// What a restore puts aside, and how its folders are named.
import { databaseName, outputFolders, ownFolders, plainFiles } from './backup-plan.ts'

const replaced: ReadonlySet<string> = new Set([databaseName, ...plainFiles, ...ownFolders, ...outputFolders])
/** What belongs to the database that goes, or to a process of its service. */
const goesWithDatabase = /^(?:service\.db.*|service\.json|hook-port|hook-key|reserve|runs|.*\.tmp)$/

/** What no backup holds: the token and the logins, workspaces of agents, the other backups, and the lock, which is held. */
export const staysInHome = (name: string): boolean => !replaced.has(name) && !goesWithDatabase.test(name)

const stagedPattern = /^restoring-(?<pid>\d+)$/

/** The folder in which a restore of that process works. */
export const stagedName = (pid: number): string => `restoring-${pid}`

/** The process whose folder that is; null for any other name. */
export function stagedBy(name: string): number | null {
  const pid = stagedPattern.exec(name)?.groups?.pid
  return pid === undefined ? null : Number(pid)
}

/** Where the files of that moment go: `<prefix>before-20261122T185021Z`, with a number when that is taken. */
export function asideName(prefix: string, now: string, taken: ReadonlySet<string>): string {
  const first = `${prefix}before-${now.replaceAll(/[-:]|\.\d+/g, '')}`
  let name = first
  for (let nth = 2; taken.has(name); nth++) name = `${first}-${nth}`
  return name
}
