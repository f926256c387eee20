// Lives of the real OpenClaw on a device.
import { gatewayAgent } from './gateway-agent.ts'
import { someOf } from './life-rows.ts'
import { tellLives } from './lives.ts'

tellLives({ ...gatewayAgent, lives: someOf(gatewayAgent.lives) }, { atOnce: 2, on: 'device' })
