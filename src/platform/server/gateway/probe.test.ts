import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGateway } from '../cli/doctor/network-checks.ts'
import { startFakeGateway } from './gateway.testkit.ts'

const places = { userHome: '/nowhere', environment: {} }
const check = (url: string, token: string | null) => checkGateway({ url, token, showForeignAgents: false }, places)

test('doctor greets the gateway and leaves', async () => {
  await using gateway = await startFakeGateway({ token: 'secret' })
  const { level, says } = await check(gateway.url, 'secret')
  assert.deepEqual([level, says], ['ok', `OpenClaw 2026.9.6 at ${gateway.url}, with the token of gateway.token`])
  assert.deepEqual(gateway.asked, [])
})

test('doctor tells a wrong token and a missing gateway apart, each with what to do', async () => {
  await using gateway = await startFakeGateway({ token: 'secret' })
  const wrong = await check(gateway.url, 'other')
  assert.deepEqual([wrong.level, wrong.says], ['warn', 'The gateway refuses the token.'])
  assert.match(wrong.hints.join(), /gateway\.token/)
  const none = await check('ws://127.0.0.1:9', null)
  assert.equal(none.level, 'warn')
  assert.match(none.hints.join(), /^Only for gateway agents and jobs\. Start it with: openclaw gateway run/)
})
