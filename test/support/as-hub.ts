// A real service as the devices know it that a test plays by hand (`rooms/devices/server/room.testkit.ts`).
import type { TestHub } from '#rooms/devices/server/room.testkit.ts'
import type { Service } from './service.ts'

export function asHub(hub: Service): TestHub {
  const ask: TestHub['ask'] = async (route, options) => {
    const { body, token = hub.token } = options ?? {}
    const sent = { ...(token === null ? {} : { token }), ...(body === undefined ? {} : { json: body as object }) }
    const { status, json } = await hub.call(route, sent)
    return { status, body: json }
  }
  return {
    url: hub.url,
    ask,
    makePairing: async (request) =>
      (await ask('POST /api/auth/devices/pairings', { body: request ?? {} })).body as { code: string; command: string },
  }
}
