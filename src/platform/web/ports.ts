// What the pages of a room need of other rooms: app/web sets it round the whole page, and components of the room read it.
import { createContext, useContext, type Context } from 'react'

/** The context that app/web fills, and the hook that reads it, which throws outside of it. `room` names the room in that error. */
export function createPorts<P>(room: string): readonly [Context<P | null>, () => P] {
  const PortsContext = createContext<P | null>(null)
  function usePorts(): P {
    const ports = useContext(PortsContext)
    if (ports === null) throw new Error(`${room} is not connected`)
    return ports
  }
  return [PortsContext, usePorts]
}
