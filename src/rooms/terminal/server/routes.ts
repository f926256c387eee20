// The HTTP face of terminals: what a session's processes use, and what its screen shows.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { mount } from '#platform/server/http/mount.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { ResourcesAnswer, Transfer } from '../contract.ts'
import { terminalRoutes } from './bound-routes.ts'
import { locate } from './locate.ts'
import { elsewhere, orNothing, unavailable, unknownSession } from './no-terminal.ts'
import type { NodeOfTerminal } from './ports.ts'
import type { ReadResources } from './resources.ts'
import { createReadScreen } from './screen.ts'
import type { TerminalSourceParts } from './source.ts'

export type TerminalRouteParts = TerminalSourceParts & {
  readonly nodeOf: NodeOfTerminal
  readonly readResources: ReadResources
  readonly clock: Clock
  readonly transfer: Transfer
}

export function mountTerminals(api: Api, parts: TerminalRouteParts): void {
  const { findTerminal, transfer } = parts
  const readUsage = shareRuns(String, (id: string) => readResources(parts, id))
  const readScreen = createReadScreen(parts)
  const owner: Owner<{ readonly id: string }> = ({ params: { id } }) => parts.nodeOf(id)
  mount(api, terminalRoutes.readResources, { owner, handle: ({ params }) => readUsage(params.id) })
  mount(api, terminalRoutes.readScreen, {
    owner,
    handle: ({ params, query: { history, colour } }) =>
      readScreen({ sessionId: params.id, historyLines: history, withLooks: colour === 'true' }),
  })
  mount(api, terminalRoutes.readTransfer, {
    owner,
    handle({ params: { id } }) {
      const known = findTerminal(id)
      if (known === null) return err(unknownSession(id))
      const there = { ...transfer, ssh_host: null, tmux_socket: null }
      return ok({ transfer: known.kind === 'here' ? transfer : there })
    },
  })
}

async function readResources(parts: TerminalRouteParts, id: string): Promise<Result<ResourcesAnswer, Refusal>> {
  const known = parts.findTerminal(id)
  if (known === null) return err(unknownSession(id))
  if (known.kind === 'there') return err(elsewhere)
  const located = orNothing(id, await locate(parts.tmux, known))
  if (!located.ok) return located
  if (located.value === null) return ok({ resources: null })
  const resources = await parts.readResources(id, located.value.view.panePids)
  return resources.ok ? ok({ resources: resources.value }) : err(unavailable(resources.error))
}
