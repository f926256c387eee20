// What runs in a network without a route: a hub whose own machine answers a question. Prints the answer.
import { makeAssistantPlace, openOllamaServer } from '../../support/assistant-place.ts'
import { outputOf, startThere, untilState } from '../../support/device-place.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

await using server = await openOllamaServer({
  models: ['tiny'],
  answer: (prompt) => [`All is quiet: ${prompt.slice(prompt.lastIndexOf('\n') + 1)}`],
})
await using place = await makeAssistantPlace(server.host)
await using hub = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
await until('the machine has a model', async () => (await hub.call('GET /api/assistant')).json.is_awake)
const id = await startThere(hub, { harness: 'mother-llm', model: 'tiny', prompt: 'who waits?' })
await untilState(hub, id, 'completed', 'failed')
process.stdout.write(`answered: ${await outputOf(hub, id)}\n`)
