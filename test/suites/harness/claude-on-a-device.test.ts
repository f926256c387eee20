// Lives of the real Claude Code on a device.
import { claude } from './claude.ts'
import { someOf } from './life-rows.ts'
import { tellLives } from './lives.ts'

tellLives({ ...claude, lives: someOf(claude.lives) }, { atOnce: 3, on: 'device' })
