// Rows by key: the one that has the focus, and the way to the next.

/** The link of the task's row, which takes the focus for it. */
export function findRow(task: string): HTMLElement | null {
  return document.querySelector(`.ranked [data-key="${CSS.escape(task)}"] .title a`)
}

/** The task whose row has the focus, or the pointer on it; null where neither is. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('.ranked [data-key]')
  return row?.dataset.key ?? null
}

/** From nowhere to the first. */
export function stepRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.ranked [data-key]')]
  const at = rows.findIndex((row) => row.dataset.key === focusedRow())
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  const link = next?.querySelector<HTMLElement>('.title a')
  link?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
