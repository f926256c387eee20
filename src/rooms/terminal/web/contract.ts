// What the emulator is to the pages of other rooms: a screen on which a recording is shown at any of its moments.
import type { ValueStore } from '#platform/web/store/value-store.ts'

/** A part of a recording: what was written, as UTF-8 of whole letters, or how large the terminal was from then on. */
export type ScreenItem =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number }

/** Where and what a recorded screen shows. */
export type RecordedScreenOptions = {
  readonly host: HTMLElement
  /** In their order; more may be added at the end, which `grown` tells. */
  readonly items: readonly ScreenItem[]
  /** Before the first item that tells one. */
  readonly size: { readonly columns: number; readonly rows: number }
}

/** Shows a recording as it was after any number of its items. All calls after `close` do nothing. */
export type RecordedScreen = {
  /** Draws the first `count` items; of several wishes the last one counts. */
  readonly show: (count: number) => void
  /** How many are drawn. */
  readonly shown: ValueStore<number>
  /** There are more items than before. */
  readonly grown: () => void
  /** What is on the screen, and what scrolled away of it. */
  readonly text: () => string
  readonly close: () => void
}

/** Opens a recorded screen in an element of the page. */
export type OpenRecordedScreen = (options: RecordedScreenOptions) => RecordedScreen
