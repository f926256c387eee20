// Where in a recording a screen can be drawn from without what was written before: all of that has left it until then.
import type { ScreenItem } from '../contract.ts'
import { joinBytes } from './join-bytes.ts'
import { ScreenWalk } from './screen-walk.ts'

/** Behind so many whole items, and so many bytes of the next one. */
export type PlaceInItems = { readonly item: number; readonly offset: number }

/** Written on a terminal that was reset to this size, `text` and what follows draw the screen as it was. */
export type Beginning = PlaceInItems & {
  readonly columns: number
  readonly rows: number
  /** Puts the cursor and how the next letter looks. */
  readonly text: string
  /** From here on all of the screen was written since; what scrolled away until then was not. */
  readonly whole: PlaceInItems
}

export type Beginnings = {
  /** Looks at items that are new: by then little is left to look at when one is asked for. */
  readonly lookOn: () => void
  /** The last one from which the screen after `count` items can be drawn, with little to write; null where there is none. */
  readonly before: (count: number) => Beginning | null
}

/** How much lies between two places, what is scrolled back to, and the most that is written. */
export type BeginningsApart = { readonly bytes: number; readonly lines: number; readonly mostBytes: number }

const usualApart: BeginningsApart = { bytes: 8 * 1024, lines: 300, mostBytes: 4 * 1024 * 1024 }

type Place = Omit<Beginning, 'whole'> & {
  /** Of the recording, up to here. */
  readonly bytes: number
  readonly scrolled: number
  /** It draws screens after at most so many items. */
  until: number
}

/** The output between two spots; sizes between them are passed over. */
export function bytesBetween(items: readonly ScreenItem[], { from, to }: Range): Uint8Array {
  const parts = items.slice(from.item, to.item + 1).flatMap((item, index) => {
    if (item.kind !== 'output') return []
    const isLast = from.item + index === to.item
    return [item.bytes.subarray(index === 0 ? from.offset : 0, isLast ? to.offset : undefined)]
  })
  return joinBytes(parts)
}

type Range = { readonly from: PlaceInItems; readonly to: PlaceInItems }

type Size = { readonly columns: number; readonly rows: number }

export function findBeginnings(items: readonly ScreenItem[], size: Size, apart = usualApart): Beginnings {
  const places: Place[] = []
  let looked = 0
  let bytes = 0
  /** Places before it have an end. */
  let open = 0
  const walk = new ScreenWalk(size, {
    lineEnded(offset) {
      if (bytes + offset - (places.at(-1)?.bytes ?? 0) < apart.bytes) return
      const { columns, rows, scrolled } = walk
      const at = { item: looked, offset, bytes: bytes + offset }
      places.push({
        ...at,
        columns,
        rows,
        scrolled,
        text: `\u001B[${rows};1H${walk.pen()}`,
        until: Number.POSITIVE_INFINITY,
      })
    },
    mixed() {
      for (; open < places.length; open += 1) {
        const place = places[open]
        if (place !== undefined) place.until = looked
      }
    },
  })
  const lookOn = (): void => {
    for (; looked < items.length; looked += 1) {
      const item = items[looked]
      if (item?.kind === 'size') walk.resize(item)
      else if (item !== undefined) {
        walk.take(item.bytes)
        bytes += item.bytes.length
      }
    }
  }
  const before = (count: number): Beginning | null => {
    lookOn()
    const last = places.findLastIndex(({ item, until }) => item < count && until >= count)
    const lowest = places[last]
    if (lowest === undefined) return null
    const hasLines = (lines: number) => (place: Place) =>
      place.until >= count && lowest.scrolled - place.scrolled >= lines
    const earlier = places.slice(0, last)
    const found = earlier.findLast(hasLines(lowest.rows + apart.lines)) ?? earlier.findLast(hasLines(lowest.rows))
    if (found === undefined || lowest.bytes - found.bytes > apart.mostBytes) return null
    const whole = places.find(({ scrolled, bytes: at }) => at > found.bytes && scrolled - found.scrolled >= found.rows)
    return whole === undefined ? null : { ...found, whole }
  }
  return { lookOn, before }
}
