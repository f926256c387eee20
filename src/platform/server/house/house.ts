// How the rooms of the service live together: opened and started in a written order, ended in reverse.
import type { HttpServer } from '../http/server.ts'
import type { Room } from './room.ts'

type Mounting = Pick<HttpServer, 'api' | 'metrics' | 'addSocket'>

/** Given to who builds it; every call is a step of the start. */
export interface House {
  /** Keeps what was opened until the house closes. Rejects as the opening does. */
  open<T extends Room>(opening: T | Promise<T>): Promise<T>
  /** Mounts the routes and sockets of all that is open, in the order of opening. Throws for a path that is taken. */
  mount(http: Mounting): void
  /** Starts these one after the other. Rejects with the first that fails. */
  start(...rooms: readonly Room[]): Promise<void>
  /**
   * Stops what was started, in reverse, then disposes of what was opened, in reverse. All of it ends, whatever fails; rejects
   * with that afterwards. May be called twice.
   */
  close(): Promise<void>
}

/** Resolves with what `build` makes. If it fails, what is open is closed first. */
export async function buildHouse<T>(build: (house: House) => Promise<T>): Promise<T> {
  await using building = new AsyncDisposableStack()
  const house = createHouse()
  building.defer(() => house.close())
  const built = await build(house)
  building.move()
  return built
}

/** Mounts the routes and sockets of one room. Throws for a path that is taken. */
export function mountRoom({ api, metrics, addSocket }: Mounting, room: Pick<Room, 'mount' | 'sockets'>): void {
  room.mount?.(api, metrics)
  for (const socket of room.sockets ?? []) addSocket(socket)
}

function createHouse(): House {
  const rooms: Room[] = []
  const opened = new AsyncDisposableStack()
  const started = new AsyncDisposableStack()
  let closing: Promise<void> | null = null

  function close(): Promise<void> {
    const all = new AsyncDisposableStack()
    all.use(opened)
    all.use(started)
    return all.disposeAsync()
  }

  return {
    async open(opening) {
      const room = opened.use(await opening)
      rooms.push(room)
      return room
    },
    mount(http) {
      for (const room of rooms) mountRoom(http, room)
    },
    async start(...inOrder) {
      for (const room of inOrder) {
        started.defer(() => room.stop?.())
        await room.start?.()
      }
    },
    close: () => (closing ??= close()),
  }
}
