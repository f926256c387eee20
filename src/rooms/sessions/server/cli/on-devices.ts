// The devices of the hub as the commands of sessions name them.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { bind } from '#platform/server/http/bind.ts'
import { listDevices } from '#rooms/devices/api.ts'
import { deviceListSchema, type Device } from '#rooms/devices/contract.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import type { Session } from '../../contract.ts'
import { deviceIdOf, nodePlaceOf, placesOf, placeWords, revokedPlace, type Place } from '../../core/list/place.ts'
import { allSessions } from './find.ts'

const route = bind(listDevices, { summary: '', answer: deviceListSchema })

/** None in legacy mode. */
export async function readDevices(cli: Cli): Promise<readonly Device[]> {
  return (await cli.api.ask(route)).devices
}

/** The one that is meant by its id or name, or by the beginning of one. Throws `CliError` where none is, or several are. */
export function deviceNamed<D extends Pick<Device, 'id' | 'label'>>(devices: readonly D[], name: string): D {
  const exact = devices.filter(({ id, label }) => id === name || label === name)
  const fitting =
    exact.length > 0 ? exact : devices.filter(({ id, label }) => id.startsWith(name) || label.startsWith(name))
  const [first, ...others] = fitting
  if (first !== undefined && others.length === 0) return first
  const what = first === undefined ? `there is no device ${name}` : `${name} fits several devices`
  throw new CliError('refused', what, { hints: ['See which there are with: orrery devices'] })
}

/** Where each session runs, in words; null where that goes without saying. `clock` writes moments. */
export function placeTeller(devices: readonly Device[], clock: (iso: string) => string) {
  const places = new Map(placesOf(devices).map((place) => [place.id, place]))
  const devicePlace = (id: string | null) => (id === null ? null : (places.get(id) ?? goneOf(id, devices)))
  return (session: Session): string | null => {
    const place = nodePlaceOf(session) ?? devicePlace(deviceIdOf(session))
    return place === null ? null : placeWords(session, place, clock)
  }
}

/** Where each session runs, by its id, for commands of other rooms that name sessions. */
export async function readPlaces(cli: Cli): Promise<(sessionId: string) => string | null> {
  const [sessions, devices] = await Promise.all([allSessions(cli), readDevices(cli)])
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const placeOf = placeTeller(devices, clockText)
  return (id) => {
    const session = byId.get(id)
    return session === undefined ? null : placeOf(session)
  }
}

function goneOf(id: string, devices: readonly Device[]): Place | null {
  return id === 'local' || devices.some((device) => device.id === id) ? null : revokedPlace(id)
}
