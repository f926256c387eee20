// Lives of the real Codex on a device.
import { codex } from './codex.ts'
import { someOf } from './life-rows.ts'
import { tellLives } from './lives.ts'

tellLives({ ...codex, lives: someOf(codex.lives) }, { atOnce: 3, on: 'device' })
