// Lives of the real opencode on a device.
import { opencode } from './opencode.ts'
import { someOf } from './life-rows.ts'
import { tellLives } from './lives.ts'

tellLives({ ...opencode, lives: someOf(opencode.lives) }, { atOnce: 2, on: 'device' })
