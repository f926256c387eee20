// What this machine is and has, looked up in the machine itself: memory, load, graphics cards, models, harnesses.
import { connect } from 'node:net'
import { z } from 'zod'
import { minuteMs } from '#base/time.ts'
import { isLoopbackName } from '#platform/server/access/loopback.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import { readVersion } from '#platform/server/client-version.ts'
import { variable, type Environment } from '#platform/server/config/environment.ts'
import { lookAtMachine } from '#platform/server/look-at-machine.ts'
import { runProgram } from '#platform/server/spawn.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { Harness } from '#base/harness/adapter.ts'
import { adapters } from '#base/harness/catalog.ts'
import type { DeviceGateway, Gpu } from '../contract.ts'
import type { HostFacts } from '../contract/from-device.ts'
import { foundTags } from '../core/capabilities.ts'
import { modelServerOf, readGpus } from '../core/host-texts.ts'
import { askHere } from './ask-here.ts'
import { findHarnesses } from './detect.ts'

export interface HostLook {
  /** Never rejects: what can't be found is not there. What changes seldom is looked up once a minute. */
  read(): Promise<HostFacts>
  /** The next `read` looks everything up anew. */
  forget(): void
}

export type HostLookParts = {
  readonly environment: Environment
  /** Of the gateway of agents. */
  readonly gatewayPort: number
  readonly timers: Pick<Timers, 'passedMs'>
  /** Of harnesses whose program a setting chose. */
  readonly programs?: Partial<Record<Harness, string>>
}

const seldomMs = minuteMs
const gpuTimeoutMs = 5000
/** All that is asked here is on this machine. */
const askTimeoutMs = 1000

type Seldom = {
  readonly installedHarnesses: Harness[]
  readonly models: string[]
  readonly gpus: Gpu[]
  readonly gateway: DeviceGateway | null
}

export function createHostLook({ environment, gatewayPort, timers, programs = {} }: HostLookParts): HostLook {
  const versions = createVersionLook({ environment, programs })
  let kept: { readonly atMs: number; readonly found: Promise<Seldom> } | null = null
  const look = async (): Promise<Seldom> => {
    const [models, gpus, isUp] = await Promise.all([
      readModels(environment),
      lookAtGpus(environment),
      isListening(gatewayPort),
    ])
    const installedHarnesses = findHarnesses(environment, programs)
    versions.ask(installedHarnesses)
    const hasGateway = isUp || installedHarnesses.includes('gateway-agent')
    return { installedHarnesses, models, gpus, gateway: hasGateway ? { port: gatewayPort, is_up: isUp } : null }
  }
  return {
    async read() {
      const nowMs = timers.passedMs()
      if (kept === null || nowMs - kept.atMs >= seldomMs) kept = { atMs: nowMs, found: look() }
      const seldom = await kept.found
      const machine = lookAtMachine()
      return {
        ...machine,
        capabilities: foundTags({ totalRam: machine.total_ram, ...seldom }),
        ...seldom,
        harness_versions: versions.known(seldom.installedHarnesses),
      }
    },
    forget: () => (kept = null),
  }
}

type Versions = Partial<Record<Harness, string>>

/**
 * Asks in the background, one after the other: the start of a client can cost a second of the processor, and no heartbeat
 * waits for that. Who was asked once costs nothing until its file changes.
 */
function createVersionLook({ environment, programs }: Required<Pick<HostLookParts, 'environment' | 'programs'>>) {
  const known = new Map<Harness, string | null>()
  let isAsking = false
  async function askAll(installed: readonly Harness[]): Promise<void> {
    for (const harness of installed) {
      const command = [programs[harness] ?? adapters[harness].program]
      // A program that can't be looked at has no version that is known.
      known.set(harness, await readVersion({ command, harness }, environment).catch(() => null))
    }
  }
  return {
    ask(installed: readonly Harness[]): void {
      if (isAsking) return
      isAsking = true
      void askAll(installed).finally(() => (isAsking = false))
    },
    known: (installed: readonly Harness[]): Versions =>
      Object.fromEntries(
        installed.flatMap((harness) => {
          const version = known.get(harness) ?? null
          return version === null ? [] : [[harness, version]]
        }),
      ),
  }
}

/** Where there is no such program none is started: each minute the whole process would be copied for it. */
async function lookAtGpus(environment: Environment): Promise<Gpu[]> {
  const program = findProgram('nvidia-smi', environment)
  if (program === null) return []
  const argv = [program, '--query-gpu=name,memory.total,memory.free', '--format=csv,noheader,nounits']
  const outcome = await runProgram({ argv, env: environment, timeoutMs: gpuTimeoutMs })
  return outcome.kind === 'exited' && outcome.code === 0 ? readGpus(outcome.stdout) : []
}

const modelsSchema = z.object({ models: z.array(z.object({ name: z.string().min(1).max(200) })).max(500) })

/** Of the model server of this machine alone: one elsewhere is no model of this device. */
async function readModels(environment: Environment): Promise<string[]> {
  const server = modelServerOf(variable(environment, 'OLLAMA_HOST'))
  if (server === null || !isLoopbackName(server.hostname)) return []
  try {
    const parsed = modelsSchema.safeParse(await askHere(new URL(`${server.origin}/api/tags`), askTimeoutMs))
    return parsed.success ? parsed.data.models.map(({ name }) => name) : []
  } catch {
    // Nobody listens there, or it is another program.
    return []
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: askTimeoutMs })
    const end = (isUp: boolean) => (): void => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false))
  })
}
