// What rooms hand Home for its page: values of these types, handed over by app/web.
import type { ComponentType } from 'react'
import type { HomeTarget } from '../contract.ts'

/** A block in its place. `Draw` shows at most `rows` rows, live, and nothing while it has none; null: drawn from the answer. */
export type HomePart = {
  /** The id of the service's block. */
  readonly id: string
  readonly Draw: ComponentType<{ readonly rows: number }> | null
  /** Where a wide page shows it: in its middle, or beside that. */
  readonly place: 'main' | 'beside'
  /** The height of a row, and how many it shows however little room there is. */
  readonly rowPx: number
  readonly least: number
  /** Where the rows lead that Home has no room for; of those that do not say so themselves. */
  readonly moreHref?: string
}

/** Where rows of a kind lead. `open` shows a panel over the page; without it the address is another page. */
export type TargetKind = {
  readonly name: string
  readonly hrefOf: (target: HomeTarget) => string
  readonly open?: (target: HomeTarget) => void
  /** What stands behind the title; it may draw nothing. */
  readonly Beside?: ComponentType<{ readonly id: string }>
}
