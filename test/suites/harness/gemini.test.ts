// Lives of the real Gemini CLI, beside the service.
import { gemini } from './gemini.ts'
import { tellLives } from './lives.ts'

tellLives(gemini, { atOnce: 3 })
