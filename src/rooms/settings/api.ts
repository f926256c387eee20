// The routes of the settings.
import { route } from '#platform/route.ts'
import type {
  ChangeQuery,
  SettingsAnswer,
  SettingsChanged,
  SettingsChangeRequest,
  SettingsTest,
  SettingsTested,
} from './contract.ts'

const settingsRoute = { path: '/api/system/settings', access: 'authenticated' } as const

/** Every key with its value and where that comes from. Secrets have none. */
export const readSettings = route<{ answer: SettingsAnswer }>()({ method: 'GET', ...settingsRoute })

/** Changes some keys: all of them, or none and why. */
export const changeSettings = route<{ query: ChangeQuery; body: SettingsChangeRequest; answer: SettingsChanged }>()({
  method: 'PATCH',
  ...settingsRoute,
})

/** Tries the model server or the gateway as it is set, as `orrery settings test` does. */
export const testSettings = route<{ body: SettingsTest; answer: SettingsTested }>()({
  method: 'POST',
  path: '/api/system/settings/test',
  access: 'authenticated',
})
