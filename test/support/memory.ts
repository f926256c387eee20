// How much memory a process holds, as the system sees it.
import { execFileSync } from 'node:child_process'

/** Resident memory in MiB. Throws when the process is gone. */
export function residentMiB(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
