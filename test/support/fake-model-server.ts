// A model server of two models that answers what the settings' test asks, and says that it is llama.cpp.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeModelServer extends AsyncDisposable {
  /** Base address, with `/v1`. */
  readonly url: string
}

const models = { data: [{ id: 'small' }, { id: 'big' }] }
const completion = { model: 'small', choices: [{ message: { content: '{"works":true}' }, finish_reason: 'stop' }] }

/** `build` is what `/props` tells; null: nothing does. */
export async function startModelServer(build: string | null = 'b4567-0123abc'): Promise<FakeModelServer> {
  const server = createServer(({ url }, response) => {
    const answers: Readonly<Record<string, object>> = {
      '/v1/models': models,
      '/v1/chat/completions': completion,
      ...(build === null ? {} : { '/props': { build_info: build } }),
    }
    const answer = answers[url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'there is nothing here' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
