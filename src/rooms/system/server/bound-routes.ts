// The routes of the system room with their schemas.
import { z } from 'zod'
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  backupAnswerSchema,
  backupIdSchema,
  backupListSchema,
  backupRemovedSchema,
  backupRequestSchema,
  doctorAnswerSchema,
  logAnswerSchema,
  logQuerySchema,
  systemAnswerSchema,
} from '../contract.ts'

const params = z.strictObject({ id: backupIdSchema })

export const systemRoutes = {
  readSystem: bind(routes.readSystem, {
    summary: 'How the service and its machine stand: load, memory, disk, tmux, database, sessions, versions, access',
    answer: systemAnswerSchema,
  }),
  readLogs: bind(routes.readLogs, {
    summary: 'The log of the service, newest first; with after= what came since',
    query: logQuerySchema,
    answer: logAnswerSchema,
  }),
  readDoctor: bind(routes.readDoctor, {
    summary: 'What orrery doctor finds where the service runs',
    answer: doctorAnswerSchema,
  }),
  makeBackup: bind(routes.makeBackup, {
    summary: 'Make a backup of the home while everything goes on',
    body: backupRequestSchema,
    answer: backupAnswerSchema,
    status: 201,
  }),
  listBackups: bind(routes.listBackups, {
    summary: 'The backups in the home, newest first, and the one that is under way',
    answer: backupListSchema,
  }),
  readBackup: bind(routes.readBackup, { summary: 'The archive of a backup: a .tar.gz', params }),
  removeBackup: bind(routes.removeBackup, {
    summary: 'Delete a backup, or cancel the one that is under way',
    params,
    answer: backupRemovedSchema,
  }),
}
