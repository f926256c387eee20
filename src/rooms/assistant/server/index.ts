// The assistant room as app/ wires it.
import { ok } from '#base/result.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { mount } from '#platform/server/http/mount.ts'
import { wakefulnessOf } from '../core/awake.ts'
import { assistantRoutes } from './bound-routes.ts'
import { lookNow } from './look.ts'
import type { AssistantPorts } from './ports.ts'

export type { AssistantPorts } from './ports.ts'

/** The parts of the ground that this room stands on. */
export type AssistantGround = GroundOf<'clock' | 'log', 'assistant'>

/** The assistant: it has no state of its own, since what is asked is a session. */
export interface AssistantRoom extends Room {
  /** What stands before a question that is asked now. Never rejects. */
  readonly preface: () => Promise<string>
}

/** Opened after the rooms whose facts it tells. */
export function openAssistantRoom({ config, clock, log }: AssistantGround, ports: AssistantPorts): AssistantRoom {
  return {
    mount(api) {
      mount(api, assistantRoutes.readAssistant, () => {
        const found = wakefulnessOf(ports.devices())
        const { models } = config.assistant
        return ok({
          models: [...models],
          present: found.isAwake ? [...found.present] : [],
          on: found.isAwake ? [...found.on] : [],
          is_awake: found.isAwake,
          why: found.isAwake ? null : found.why,
          hint: found.isAwake ? null : found.hint,
        })
      })
    },
    preface: () => lookNow({ ports, clock, log }),
    async [Symbol.asyncDispose]() {},
  }
}
