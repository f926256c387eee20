// The real OpenClaw with a gateway of its own, and its lives.
import { delimiter, join } from 'node:path'
import { startAnyModel } from '../../support/fake-any-model.ts'
import { installOpenclaw, openOpenclaw, type Openclaw } from '../../support/openclaw.ts'
import { printBrokenOff, printLives } from './life-rows.ts'
import type { ClientUnderTest, Life } from './lives.ts'
import type { HeldModel } from './places.ts'

let gateway: Openclaw | null = null

/** Its gateway uses the model, and so ends before it. */
async function startModel(): Promise<HeldModel> {
  const model = await startAnyModel()
  return {
    ...model,
    async [Symbol.asyncDispose]() {
      await gateway?.stop()
      await model[Symbol.asyncDispose]()
    },
  }
}

/** The gateway goes on with a turn whose client is gone: what comes of it must not move the card. */
const goesOnAlone: Life = {
  name: 'kill of the client, and its gateway answers later',
  mode: 'print',
  prompt: 'SLOW {n}',
  moments: [
    [{ asked: true }, 'running'],
    [{ signal: 'KILL' }, 'failed'],
    [{ answer: true }, 'failed'],
  ],
  states: ['running', 'failed'],
}

export const gatewayAgent: ClientUnderTest = {
  agentType: 'gateway-agent',
  install: installOpenclaw,
  startModel,
  costly: 'a gateway takes half a minute of the processor for its start and its first turn',
  async prepare({ home, url, bin }) {
    gateway = await openOpenclaw(bin, home.userHome, `${url}/v1`)
    await gateway.start()
    return {
      PATH: [bin, process.env.PATH].join(delimiter),
      GATEWAY_PORT: String(gateway.port),
      OPENCLAW_STATE_DIR: join(home.userHome, '.openclaw'),
    }
  },
  lives: [...printLives, printBrokenOff('completed'), goesOnAlone],
}
