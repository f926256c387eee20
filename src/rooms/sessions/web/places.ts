// The devices and other nodes that sessions run on, as cards name them. Empty in legacy mode, and where this machine is the only one.
import { createEntityStore, type EntityStore } from '#platform/web/store/entity-store.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { createValue, useValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Device } from '#rooms/devices/contract.ts'
import type { SessionCard } from '../contract.ts'
import { livesHere } from '../core/lives-here.ts'
import { deviceIdOf, isOutOfReach, nodePlaceOf, placesOf, revokedPlace, type Place } from '../core/list/place.ts'

/** A heartbeat changes nothing of it, so no card is drawn for one. */
const places = createEntityStore<Place>()

/** All of them; the same array until one of them changes. */
const placeList = createValue<readonly Place[]>([])
places.onChanges(() => placeList.set(places.all()))

/** Whether the devices were told once: before that, absence means nothing. */
const placesTold = createValue(false)

/** Whether the page is one of fabric mode. */
const isFabric = createValue(false)

type KnownDevices = { readonly devices: EntityStore<Device>; readonly isTold: ValueStore<boolean> }

/** Keeps places in step with the devices of fabric mode, for the life of the page. */
export function followDevices({ devices, isTold }: KnownDevices): void {
  const follow = (): void => {
    places.replaceAll(placesOf(devices.all()))
    placesTold.set(isTold.get())
  }
  isFabric.set(true)
  devices.onChanges(follow)
  isTold.subscribe(follow)
  follow()
}

/** All that are worth a word; renders again when one of them gets another name or standing. */
export function usePlaces(): readonly Place[] {
  return useValue(placeList)
}

/** Whether there may be devices at all. */
export function useIsFabric(): boolean {
  return useValue(isFabric)
}

/** Null where the device goes without saying, or is not chosen yet. */
export function usePlace(session: SessionCard): Place | null {
  const id = deviceIdOf(session)
  const place = useEntity(places, id ?? '')
  const isTold = useValue(placesTold)
  const atNode = nodePlaceOf(session)
  if (atNode !== null) return atNode
  if (place !== null || id === null || !isTold || livesHere(session) || id === 'local') return place
  return revokedPlace(id)
}

/** Where it runs, while its device is away and nobody knows what it does; else null. */
export function useLostPlace(session: SessionCard): Place | null {
  const place = usePlace(session)
  return place !== null && isOutOfReach(session, place) ? place : null
}

/** What a filter finds a session by, besides its own texts. */
export function placeNameOf(session: SessionCard): string | null {
  const id = deviceIdOf(session)
  const label = id === null ? null : (places.get(id)?.label ?? null)
  const names = [label, session.node?.name ?? null].filter((name) => name !== null)
  return names.length === 0 ? null : names.join(' ')
}
