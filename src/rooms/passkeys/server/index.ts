// Passkeys as app/ wires them.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { createThrottle } from '#platform/server/auth/throttle.ts'
import { createChallenges } from './challenges.ts'
import { mountLogin } from './log-in.ts'
import type { PasskeysPorts } from './ports.ts'
import { mountRegistration } from './register.ts'
import { createPasskeyStore } from './store.ts'

/** The parts of the ground that this room stands on. */
export type PasskeysGround = GroundOf<'database' | 'audit' | 'clock' | 'timers'>

/** Registers passkeys and lets people in by them. What checks signatures is loaded with the first one. */
export function openPasskeysRoom(ground: PasskeysGround, ports: PasskeysPorts): Room {
  const context = {
    ...ground,
    ports,
    store: createPasskeyStore(ground.database),
    challenges: createChallenges(),
    throttle: createThrottle(),
  }
  return {
    mount(api) {
      mountRegistration(api, context)
      mountLogin(api, context)
    },
    async [Symbol.asyncDispose]() {},
  }
}
