// Lives of the real opencode, beside the service.
import { opencode } from './opencode.ts'
import { tellLives } from './lives.ts'

// Each start takes five seconds of the processor.
tellLives(opencode, { atOnce: 2 })
