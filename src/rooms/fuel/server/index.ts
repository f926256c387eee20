// Fuel as app/ wires it. In legacy mode nothing of it is loaded.
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Watched } from '#platform/server/config/watched.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { FuelPorts, ApplyAgentReport, TellBudgets } from './ports.ts'

export { usageClientOf } from '../core/usage-lines.ts'
export { createFileFollower, fileMarkSchema, type FileMark } from './follow-files.ts'
export { keepToldUsage } from './told-usage.ts'

/** The parts of the ground that this room stands on. `userHome` is where agents keep their files. */
export type FuelGround = GroundOf<
  'userHome' | 'environment' | 'database' | 'audit' | 'clock' | 'timers' | 'log',
  'fuel' | 'agents' | 'home'
> & { readonly settings: Watched<Pick<Config, 'fuel'>> }

/** What agents used, against budgets. */
export interface FuelRoom extends Room {
  /** Applies reports as `report` does, and looks at the files of those who report. */
  readonly hearing: (report: ApplyAgentReport) => ApplyAgentReport
  /** What a device tells that a run there used, to be committed with its envelope; null for what is no usage. */
  readonly fromDevice: (
    run: { readonly deviceId: string; readonly sessionId: string },
    usage: unknown,
  ) => Alongside | null
  /** Says who is told of budgets. Called once, before the start. */
  readonly tellBy: (tell: TellBudgets) => void
}

/** Nothing is read before `start`. */
export async function openFuelRoom(ground: FuelGround, ports: FuelPorts): Promise<FuelRoom> {
  if (ports.mode === 'legacy') return noFuel
  const { openFuel } = await import('./open-fuel.ts')
  return openFuel(ground, ports)
}

const noFuel: FuelRoom = {
  hearing: (report) => report,
  fromDevice: () => null,
  tellBy: () => {},
  async [Symbol.asyncDispose]() {},
}
