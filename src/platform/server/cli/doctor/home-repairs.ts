// What `orrery doctor --fix` mends in the home: that it is there, who may look into it, and what a killed service left.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copiesFolder } from '../../config/write-config.ts'
import { isHomeLocked } from '../../files/home-lock.ts'
import { removeLeftOvers } from '../../files/left-overs.ts'
import { makePrivateHome } from '../../files/private-home.ts'
import { readServiceInfo, removeServiceInfo, serviceInfoPath } from '../../files/service-info.ts'
import { CliError } from '../cli-error.ts'
import type { Repair } from './finding.ts'
import { openToOthers } from './machine-checks.ts'

/** Folders that a service clears of temporary files when it starts. */
export const clearedFolders = ['', 'bin', 'backups', copiesFolder]

export function homeRepairs(home: string): readonly Repair[] {
  return [
    () => {
      const wasThere = existsSync(home)
      const open = wasThere ? openToOthers(home) : []
      const made = makePrivateHome(home)
      if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
      if (!wasThere) return `made ${home}`
      return open.length === 0 ? null : `closed ${open.slice(0, 3).join(', ')} to others`
    },
    () => {
      if (!existsSync(serviceInfoPath(home)) || isHomeLocked(home)) return null
      const pid = readServiceInfo(home)?.pid
      removeServiceInfo(home)
      return `removed ${serviceInfoPath(home)} of a service that is gone${pid === undefined ? '' : ` (pid ${pid})`}`
    },
    () => {
      if (isHomeLocked(home)) return null
      const count = clearedFolders.reduce((sum, folder) => sum + removeLeftOvers(join(home, folder)), 0)
      return count === 0 ? null : `removed ${count} temporary files of a service that was killed`
    },
  ]
}
