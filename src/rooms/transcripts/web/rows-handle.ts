// What others ask of the list of rows.

export type RowsHandle = {
  /** Scrolls the row into sight. */
  readonly show: (row: number) => void
}
