// Lives of the real Codex, beside the service.
import { codex } from './codex.ts'
import { tellLives } from './lives.ts'

tellLives(codex, { atOnce: 4 })
