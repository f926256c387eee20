// The logins of other browsers in the palette, to revoke them.
import { listLogins } from '#platform/api.ts'
import { describeBrowser } from '#base/describe-browser.ts'
import { call } from '../api/call.ts'
import { createControlSource } from '../settings/control-source.ts'

export const accessSource = createControlSource({
  group: 'Logins',
  load: () => call(listLogins),
  controlsOf: ({ logins }) =>
    logins
      .filter(({ current }) => !current)
      .map(({ label }) => ({ section: 'access', title: `Revoke ${describeBrowser(label)}` })),
})
