// The routes of the modes room with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import { readModeScript, readVersion } from '../api.ts'
import { versionSchema } from '../contract.ts'

export const modeRoutes = {
  readVersion: bind(readVersion, { summary: 'Version, mode and runtime of the service', answer: versionSchema }),
  readModeScript: bind(readModeScript, { summary: 'The script by which the page learns its mode' }),
}
