// The system room as app/ wires it: the service about itself.
import type { Room } from '#platform/server/house/room.ts'
import type { Backups } from './backup/backups.ts'
import type { SystemGround } from './context.ts'
import type { SystemPorts } from './ports.ts'
import { mountSystem } from './routes.ts'

/** Does nothing by itself and holds nothing until somebody asks. Its stop ends a backup that is under way. */
export function openSystemRoom(ground: SystemGround, ports: SystemPorts): Room {
  let backups: Promise<Backups> | null = null
  const stop = async (): Promise<void> => (await backups)?.stop()
  return {
    mount: (api) =>
      mountSystem(api, {
        ground,
        ports,
        backups: () => (backups ??= import('./backup/backups.ts').then(({ createBackups }) => createBackups(ground))),
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
