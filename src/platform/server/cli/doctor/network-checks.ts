// Doctor's look at what the service speaks to: its own port, the agent gateway, the local model.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { readHealth } from '#platform/api.ts'
import type { Config } from '../../config/config.ts'
import type { ServiceInfo } from '../../files/service-info.ts'
import { probeGateway } from '../../gateway/probe.ts'
import type { TokenPlaces } from '../../gateway/token.ts'
import { listModels } from '../../model/chat-model.ts'
import { noModel, type ModelFailure } from '../../model/model-failure.ts'
import { version } from '../../version.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** Long for a local server, short for a person who waits. */
const lookTimeoutMs = 2000

/** `running` is the service that holds the home, or null. */
export async function checkService(running: ServiceInfo | null): Promise<Finding> {
  if (running === null) return warn('service', 'not running', 'Start it: orrery start')
  if (running.url === null) return warn('service', `starting (pid ${running.pid})`)
  try {
    const answer = await fetch(new URL(readHealth.path, running.url), { signal: AbortSignal.timeout(lookTimeoutMs) })
    if (answer.ok) return ok('service', `listening on ${running.url} (pid ${running.pid})`)
    return fail('service', `${running.url} answers ${answer.status}`, 'Look at its log, then start it again.')
  } catch (error) {
    const says = `pid ${running.pid} does not answer on ${running.url}: ${reasonOf(error)}`
    return fail('service', says, 'Look at its log, then start it again.')
  }
}

/** Whether a service could listen; only asked while none runs. */
export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return ok('port', port === 0 ? 'a free one will be picked' : `${host}:${port} is free`)
  } catch (error) {
    return fail('port', `${host}:${port} can't be used: ${reasonOf(error)}`, 'Choose another: PORT=7421 orrery start')
  } finally {
    server.close()
  }
}

export type GatewayPlaces = Pick<TokenPlaces, 'userHome' | 'environment'>

/** Greets the gateway as the service does, so that a wrong token is told here, too. */
export async function checkGateway({ url, token }: Config['gateway'], places: GatewayPlaces): Promise<Finding> {
  const probed = await probeGateway({ ...places, url, configured: token, version, openMs: lookTimeoutMs })
  if (probed.ok)
    return ok('gateway', `OpenClaw ${probed.value.version} at ${url}, ${sourceWords[probed.value.tokenSource]}`)
  const { code, reason, hint } = probed.error
  const need = code === 'unreachable' ? `Only for gateway agents and jobs. ${hint}` : hint
  return warn('gateway', reason, need)
}

const sourceWords = {
  config: 'with the token of gateway.token',
  gateway_file: "with the token of the gateway's own file",
  none: 'without a token',
} as const

export async function checkModel({ url, name }: Config['model']): Promise<Finding> {
  const listed = await listModels({ url, timeoutSeconds: lookTimeoutMs / 1000 })
  if (!listed.ok)
    return warn('model', listed.error.reason, `Only for triage and the assistant. ${hintOf(listed.error)}`)
  const models = listed.value
  if (models.length === 0) {
    const { reason, hint } = noModel(url)
    return warn('model', reason, `Only for triage and the assistant. ${hint}`)
  }
  if (name === null || models.includes(name))
    return ok('model', `${url} has ${models.length} ${models.length === 1 ? 'model' : 'models'}`)
  return warn('model', `${url} does not have ${name}`, `It has: ${models.slice(0, shownModels).join(', ')}`)
}

const shownModels = 8

/** A look is shorter than the time that is set for answers. */
function hintOf({ code, hint }: ModelFailure): string {
  return code === 'model_timeout' || hint === null ? 'Look whether model.url is that of a model server.' : hint
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
