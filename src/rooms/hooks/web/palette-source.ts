// What can be done with the hooks of each agent program, in the palette.
import { call } from '#platform/web/api/call.ts'
import { createControlSource } from '#platform/web/settings/control-source.ts'
import { readHooks } from '../api.ts'
import { isThere } from '../core/state-words.ts'

export const hooksSource = createControlSource({
  group: 'Hooks',
  load: () => call(readHooks),
  controlsOf: ({ clients }) =>
    clients.flatMap((client) => {
      const { label, state } = client
      const installed = isThere(client) ? [`Test event of ${label}`, `Uninstall hooks of ${label}`] : []
      const absent = state === 'installed' || state === 'unreadable' ? [] : [`Install hooks of ${label}`]
      return [...absent, ...installed].map((title) => ({ section: 'agents', title }))
    }),
})
