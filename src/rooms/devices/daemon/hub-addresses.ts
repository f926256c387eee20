// The nodes of the hub as this machine knows them, kept over restarts: when one is gone, another is dialed.
import type { Log } from '#platform/server/log/log.ts'
import { nextIn, roundOf, type HubRound } from '../core/channel/hub-round.ts'
import { readHubs, writeHubs, type Paired } from './device-home.ts'

export interface HubAddresses {
  /** What is dialed now. */
  current(): string
  /** How many there are. */
  count(): number
  /** The one that was dialed did not serve: the next is dialed from now on. */
  next(): void
  /** What the hub said of its nodes. One that can't be written down is known until this process ends. */
  learn(told: readonly string[]): void
}

export function openHubAddresses(
  folder: string,
  { hub_url: pairedWith }: Pick<Paired, 'hub_url'>,
  log: Pick<Log, 'error'>,
): HubAddresses {
  let round: HubRound = roundOf(pairedWith, readHubs(folder), null)
  const current = (): string => round.addresses[round.at] ?? pairedWith
  return {
    current,
    count: () => round.addresses.length,
    next: () => void (round = nextIn(round)),
    learn(told) {
      const before = round.addresses
      round = roundOf(
        pairedWith,
        told.map((address) => new URL(address).origin),
        current(),
      )
      if (round.addresses.join() === before.join()) return
      try {
        writeHubs(folder, round.addresses)
      } catch (error) {
        log.error({ err: error }, 'the addresses of the hub could not be written')
      }
    },
  }
}
