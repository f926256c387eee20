// An agent that ends at once is restarted at once, again and again: each time it has to run.
import { setTimeout as wait } from 'node:timers/promises'
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
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name }))
  const ended = () => until(`${name} is ${ending}`, () => viewer.sessions.get(id)?.state === ending)
  for (let round = 0; round < restarts; round++) {
    await ended()
    const { status, text, json } = await call(service.port, `PATCH /api/hooks/sessions/${id}`, {
      json: { event: 'start' },
      token: service.token,
    })
    if (status !== 200 || json.changed !== true) throw new Error(`restart ${round} of ${name}: ${status} ${text}`)
    // The answer's state reaches the viewer by a frame of its own, and only then can the next end be told from the last.
    await until(
      'the viewer saw it run',
      () => viewer.sessions.get(id)?.state !== ending || agents.runsOf(name).length > round + 1,
    )
    await wait(0)
  }
  await until(`${name} ran to its end`, () => agents.runsOf(name).every((run) => run.code !== null))
  await ended()
  return agents.runsOf(name).length
}
