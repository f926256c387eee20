// Every setting and every test of them in the palette.
import { call } from '#platform/web/api/call.ts'
import { createControlSource } from '#platform/web/settings/control-source.ts'
import { readSettings } from '../api.ts'
import { controlsOfKeys } from '../core/controls.ts'

export const settingsSource = createControlSource({
  group: 'Settings',
  load: () => call(readSettings),
  controlsOf: ({ settings }) => controlsOfKeys(settings),
})
