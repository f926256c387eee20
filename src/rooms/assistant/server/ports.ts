// What this room needs of others.
import type { Device } from '#rooms/devices/contract.ts'
import type { BringBlock } from '#rooms/home/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'

/** What the picture of the moment is made of; the devices are those that are not revoked. */
export type AssistantPorts = {
  readonly devices: () => readonly Device[]
  readonly sessionOf: (id: string) => Session | null
  readonly needs: BringBlock
  readonly now: BringBlock
  readonly ran: BringBlock
  readonly next: BringBlock
}
