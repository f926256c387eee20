// Where the sessions of a machine are around its planet: running ones circle it, those that wait or rest are docked.
import type { SkyShip } from './facts.ts'

export type DockedShip = { readonly id: string; readonly x: number; readonly y: number; readonly turn: number }
/** An angle in degrees on the ring that turns. */
export type CirclingShip = { readonly id: string; readonly angle: number }

export type ShipPlaces = {
  /** Who waits for a person, the longest wait first. */
  readonly waiting: readonly DockedShip[]
  readonly idle: readonly DockedShip[]
  readonly circling: readonly CirclingShip[]
  /** The ring on which they circle. */
  readonly ring: number
  /** How many there are beyond those that have room. */
  readonly more: number
}

/** A ship with its room, in pixels: what a finger or a pointer hits. */
const shipPx = 26
const dockedBeyond = 10
const circlingBeyond = 20
const mostDocked = 6
/** Degrees, clockwise from the right: the upper right for those who wait, the lower left for those who rest. */
const waitFrom = -48
const restFrom = 128

export function dockShips(ships: readonly SkyShip[], r: number): ShipPlaces {
  const ring = r + circlingBeyond
  const dock = r + dockedBeyond
  const step = (shipPx / dock) * (180 / Math.PI)
  const inOrder = (state: SkyShip['state']) => ships.filter((ship) => ship.state === state).toSorted(bySince)
  const docked = (state: SkyShip['state'], from: number, direction: 1 | -1): DockedShip[] =>
    inOrder(state)
      .slice(0, mostDocked)
      .map(({ id }, index) => ({ id, ...onRing(dock, from + direction * index * step) }))
  const waiting = docked('waiting', waitFrom, -1)
  const idle = docked('idle', restFrom, 1)
  const running = inOrder('running').slice(0, roomOn(ring))
  const circling = running.map(({ id }, index) => ({ id, angle: Math.round((index * 360) / running.length) }))
  return { waiting, idle, circling, ring, more: ships.length - waiting.length - idle.length - circling.length }
}

/** How many circle beside each other. */
export function roomOn(ring: number): number {
  return Math.floor((2 * Math.PI * ring) / shipPx)
}

function onRing(radius: number, degrees: number): Pick<DockedShip, 'x' | 'y' | 'turn'> {
  const angle = (degrees * Math.PI) / 180
  return {
    x: Math.round(Math.cos(angle) * radius),
    y: Math.round(Math.sin(angle) * radius),
    // Its bow to the planet: it is not about to leave.
    turn: Math.round(degrees + 180),
  }
}

function bySince(one: SkyShip, other: SkyShip): number {
  if (one.since !== other.since) return one.since < other.since ? -1 : 1
  return one.id < other.id ? -1 : 1
}
