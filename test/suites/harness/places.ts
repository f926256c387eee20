// Where a test's agents run: beside the service, or on a device with a daemon.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pairDaemon, startDaemon, untilOnline } from '../../support/daemon.ts'
import { sessionThere, startThere } from '../../support/device-place.ts'
import type { TestHome, Variables } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const run = promisify(execFile)

export type HeldModel = AsyncDisposable & {
  readonly url: string
  readonly waiting: (word: string) => number
  readonly answer: (word: string) => void
}

export type Place = {
  readonly service: Service
  readonly model: HeldModel
  /** Of the server that its agents run on. */
  readonly tmux: (...args: readonly string[]) => Promise<string>
  /** Where its agents work. */
  readonly project: string
  readonly launch: (wanted: Wanted) => Promise<Launched>
}

type Wanted = { readonly agentType: string; readonly isInteractive: boolean; readonly prompt: string | null }
type Launched = { readonly id: string; readonly name: string }
export type Ready = {
  readonly home: TestHome
  readonly variables: Variables
  readonly model: HeldModel
  readonly project: string
}

export async function openHere(kept: AsyncDisposableStack, { home, variables, model, project }: Ready): Promise<Place> {
  const service = kept.use(await startService(home, { env: variables }))
  return {
    service,
    model,
    project,
    tmux: home.tmux,
    async launch({ agentType, isInteractive, prompt }) {
      const body = { agent_type: agentType, interactive: isInteractive, working_dir: project, prompt }
      const { id, tmux_session: name } = sessionOf(await launch(service, body))
      return { id, name }
    },
  }
}

/** The hub and a daemon beside it, with a tmux server of its own. */
export async function openOnDevice(
  kept: AsyncDisposableStack,
  { home, variables, model, project }: Ready,
): Promise<Place> {
  const place: TestHome = { ...home, env: (more = {}) => home.env({ ...variables, ...more }) }
  const service = kept.use(await startService(home, { env: { DEPLOYMENT: 'cloud-fabric' } }))
  const { id: device } = await pairDaemon(service, place)
  kept.use(startDaemon(place))
  await untilOnline(service, device)
  const tmux = async (...args: readonly string[]) =>
    (await run('tmux', ['-u', '-L', 'orrery-device', ...args], { env: home.env() })).stdout
  return {
    service,
    model,
    project,
    tmux,
    async launch({ agentType, isInteractive, prompt }) {
      const options = { interactive: isInteractive }
      const body = { harness: agentType, deviceTarget: device, working_dir: project, prompt: prompt ?? '', options }
      const id = await startThere(service, body)
      const name = await until('its terminal is there', async () => {
        const { tmux_alive: isAlive, ended_at: end, tmux_session: its } = await sessionThere(service, id)
        return isAlive === true || end !== null ? String(its) : null
      })
      return { id, name }
    },
  }
}
