// The routes of the settings with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  changeQuerySchema,
  settingsAnswerSchema,
  settingsChangedSchema,
  settingsChangeSchema,
  settingsTestedSchema,
  settingsTestSchema,
} from '../contract.ts'

export const settingsRoutes = {
  readSettings: bind(routes.readSettings, {
    summary: 'Every setting with its value and where that comes from; secrets only say whether they are set',
    answer: settingsAnswerSchema,
  }),
  changeSettings: bind(routes.changeSettings, {
    summary: 'Change settings: all of it is written to config.json, or nothing; ?dry_run=true only checks',
    query: changeQuerySchema,
    body: settingsChangeSchema,
    answer: settingsChangedSchema,
  }),
  testSettings: bind(routes.testSettings, {
    summary: 'Try the model server or the gateway as it is set',
    body: settingsTestSchema,
    answer: settingsTestedSchema,
  }),
}
