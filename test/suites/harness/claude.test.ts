// Lives of the real Claude Code, beside the service.
import { claude } from './claude.ts'
import { tellLives } from './lives.ts'

tellLives(claude, { atOnce: 4 })
