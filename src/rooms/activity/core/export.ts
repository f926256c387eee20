// Rows as lines of a file.
import { csvLine as lineOfCells } from '#base/csv.ts'
import type { ActivityRow } from '../contract.ts'

/** First line of a CSV file. */
export const csvHead =
  'at,source,kind,actor_kind,actor_name,subject_type,subject_id,subject_label,text,device_id,href,id\r\n'

export function csvLine(row: ActivityRow): string {
  const { actor, subject } = row
  return lineOfCells([
    row.at,
    row.source,
    row.kind,
    actor.kind,
    actor.name,
    subject.type,
    subject.id,
    subject.label,
    row.text,
    row.device_id,
    row.href,
    row.id,
  ])
}

export const jsonLine = (row: ActivityRow): string => `${JSON.stringify(row)}\n`
