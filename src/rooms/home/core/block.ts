// Makes a block of what a room brought: cut to what Home shows, and left out where there is nothing.
import { oneLine } from '#base/cut-text.ts'
import {
  homeRowLimit,
  homeTextLimit,
  type BroughtBlock,
  type BroughtRow,
  type HomeBlock,
  type HomeRow,
} from '../contract.ts'

/** Null for no rows. */
export function blockOf({ rows, ...head }: BroughtBlock): HomeBlock | null {
  if (rows.length === 0) return null
  return { ...head, rows: rows.slice(0, homeRowLimit).map(tidied), total: rows.length }
}

const tidied = (row: BroughtRow): HomeRow => ({
  ...row,
  device_id: row.device_id ?? null,
  title: oneLine(row.title, homeTextLimit),
  text: row.text === null ? null : oneLine(row.text, homeTextLimit),
})
