// An agent that ends at once is restarted at once, again and again: each time it has to run.
import { makeHome } from '../../support/home.ts'
import { call, launch, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import { placeAgents, type Agents } from './evidence.ts'
import { keepBusy } from './load.ts'

export type Restarts = { readonly restarts: number; readonly loops: number }

/** Resolves with how often the agent that completes and the one that fails ran. */
export async function restartAtOnce({ restarts, loops }: Restarts): Promise<number[]> {
  await using place = await makeHome()
  await using service = await startService(place)
  using viewer = await openViewer(service.port)
  using beside = new DisposableStack()
  beside.use(keepBusy(loops))
  const agents = placeAgents(place)
  const rig = { service, viewer, agents, restarts }
  return await Promise.all([
    countRuns(rig, { name: 'agent-completes', code: 0, ending: 'completed' }),
    countRuns(rig, { name: 'agent-fails', code: 3, ending: 'failed' }),
  ])
}

type Rig = {
  readonly service: Service
  readonly viewer: Viewer
  readonly agents: Agents
  readonly restarts: number
}
type Ending = { readonly name: string; readonly code: number; readonly ending: 'completed' | 'failed' }

async function countRuns({ service, viewer, agents, restarts }: Rig, { name, code, ending }: Ending): Promise<number> {
  const prompt = agents.command(name, 0, code)
  const launched = sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name }))
  const { id } = launched
  let startedAt = launched.started_at
  /** The end of the last start, told from that of the one before. */
  const ended = () =>
    until(`${name} is ${ending}`, () => {
      const card = viewer.sessions.get(id)
      return card?.state === ending && card.started_at === startedAt
    })
  for (let round = 0; round < restarts; round++) {
    await ended()
    const answer = await call(service.port, `PATCH /api/hooks/sessions/${id}`, {
      json: { event: 'start' },
      token: service.token,
    })
    const isStarted = answer.status === 200 && answer.json.changed === true
    if (!isStarted) throw new Error(`restart ${round} of ${name}: ${answer.status} ${answer.text}`)
    startedAt = sessionOf(answer).started_at
  }
  await until(`${name} ran to its end`, () => agents.runsOf(name).every((run) => run.code !== null))
  await ended()
  return agents.runsOf(name).length
}
