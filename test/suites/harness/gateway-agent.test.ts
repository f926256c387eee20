// Lives of the real OpenClaw, beside the service.
import { gatewayAgent } from './gateway-agent.ts'
import { tellLives } from './lives.ts'

tellLives(gatewayAgent, { atOnce: 2 })
