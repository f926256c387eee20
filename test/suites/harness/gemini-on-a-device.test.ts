// Lives of the real Gemini CLI on a device.
import { gemini } from './gemini.ts'
import { someOf } from './life-rows.ts'
import { tellLives } from './lives.ts'

tellLives({ ...gemini, lives: someOf(gemini.lives) }, { atOnce: 3, on: 'device' })
