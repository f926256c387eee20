// The routes of the service about itself.
import { route } from '#platform/route.ts'
import type {
  BackupAnswer,
  BackupList,
  BackupRemoved,
  BackupRequest,
  DoctorAnswer,
  LogAnswer,
  ServiceLogQuery,
  SystemAnswer,
} from './contract.ts'

const access = 'authenticated'

/** Host, load, memory, disk, tmux, database, sessions, versions and the access in force, as they are now. */
export const readSystem = route<{ answer: SystemAnswer }>()({ method: 'GET', path: '/api/system', access })

/** The service's own log, newest first. */
export const readLogs = route<{ query: Partial<ServiceLogQuery>; answer: LogAnswer }>()({
  method: 'GET',
  path: '/api/system/logs',
  access,
})

/** The looks of `orrery doctor`, made where the service runs. */
export const readDoctor = route<{ answer: DoctorAnswer }>()({ method: 'GET', path: '/api/system/doctor', access })

/** Makes a backup while everything goes on. One at a time. */
export const makeBackup = route<{ body: BackupRequest; answer: BackupAnswer }>()({
  method: 'POST',
  path: '/api/system/backup',
  access,
})

/** The backups in the home, and the one that is under way. */
export const listBackups = route<{ answer: BackupList }>()({ method: 'GET', path: '/api/system/backups', access })

/** The archive itself. */
export const readBackup = route<{ answer: string }>()({
  method: 'GET',
  path: '/api/system/backups/:id/archive',
  access,
})

/** Deletes a backup, or cancels it while it is under way. */
export const removeBackup = route<{ answer: BackupRemoved }>()({
  method: 'DELETE',
  path: '/api/system/backups/:id',
  access,
})
