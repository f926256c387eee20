// The HTTP face of terminals: what a session's processes use, and what its screen shows.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { ResourcesAnswer, Transfer } from '../contract.ts'
import { terminalRoutes } from './bound-routes.ts'
import { locate } from './locate.ts'
import { orNothing, unavailable, unknownSession } from './no-terminal.ts'
import type { FindTerminal } from './ports.ts'
import type { ReadResources } from './resources.ts'
import { createReadScreen } from './screen.ts'

export type TerminalRouteParts = {
  readonly tmux: Tmux
  readonly findTerminal: FindTerminal
  readonly readResources: ReadResources
  readonly clock: Clock
  readonly transfer: Transfer
}

export function mountTerminals(api: Api, parts: TerminalRouteParts): void {
  const { findTerminal, transfer } = parts
  const readUsage = shareRuns(String, (id: string) => readResources(parts, id))
  const readScreen = createReadScreen(parts)
  mount(api, terminalRoutes.readResources, ({ params }) => readUsage(params.id))
  mount(api, terminalRoutes.readScreen, ({ params, query: { history, colour } }) =>
    readScreen({ sessionId: params.id, historyLines: history, withLooks: colour === 'true' }),
  )
  mount(api, terminalRoutes.readTransfer, ({ params: { id } }) =>
    findTerminal(id) === null ? err(unknownSession(id)) : ok({ transfer }),
  )
}

async function readResources(parts: TerminalRouteParts, id: string): Promise<Result<ResourcesAnswer, Refusal>> {
  const located = orNothing(id, await locate(parts, id))
  if (!located.ok) return located
  if (located.value === null) return ok({ resources: null })
  const resources = await parts.readResources(id, located.value.view.panePids)
  return resources.ok ? ok({ resources: resources.value }) : err(unavailable(resources.error))
}
