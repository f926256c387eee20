// Linear's CSV export of issues; columns are found by their titles, sub-issues by `Parent issue`.
import { err, ok, type Result } from '#base/result.ts'
import { parseCsv, type CsvRow } from './csv.ts'
import { joinNotes, type ImportDraft, type ImportDefaults, type Parsed, type Unread } from './import-draft.ts'
import { assignLevels } from './import-levels.ts'
import { noteOnStatus, priorityOf, statusOf } from './import-words.ts'

type Row = { readonly line: number; readonly cell: (title: string) => string }

export function parseLinear(text: string, defaults: ImportDefaults): Result<Parsed, string> {
  const { rows, problem } = parseCsv(text)
  const [head, ...body] = rows
  const titles = (head?.cells ?? []).map((title) => title.trim().toLowerCase())
  if (!titles.includes('id') || !titles.includes('title')) {
    return err('is no CSV of Linear: its first line should name the columns ID and Title')
  }
  if (problem !== null) return err(`is no valid CSV: in the row that begins in line ${problem.line} ${problem.reason}`)
  const unread: Unread[] = []
  const known = new Map<string, Row>()
  for (const row of body.map((one) => toRow(one, titles))) {
    const id = row.cell('id')
    const wrong = id === '' ? 'has no ID' : known.has(id) ? 'stands twice in the export' : null
    if (wrong === null) known.set(id, row)
    else unread.push({ sourceId: id === '' ? `line ${row.line}` : id, title: row.cell('title'), reason: wrong })
  }
  const levels = assignLevels(new Map([...known].map(([id, row]) => [id, orNull(row.cell('parent issue'))])))
  const drafts = [...known].map(([id, row]) => toDraft(id, row, { defaults, level: levels.get(id) }))
  return ok({ drafts, unread })
}

function toRow({ line, cells }: CsvRow, titles: readonly string[]): Row {
  return { line, cell: (title) => cells[titles.indexOf(title)]?.trim() ?? '' }
}

type Level = ReturnType<typeof assignLevels> extends Map<string, infer T> ? T : never

function toDraft(
  id: string,
  row: Row,
  { defaults, level }: { readonly defaults: ImportDefaults; readonly level: Level | undefined },
): ImportDraft {
  const status = row.cell('status')
  const known = statusOf(status)
  return {
    sourceId: id,
    preferredId: id,
    title: row.cell('title'),
    description: row.cell('description'),
    type: level?.type ?? 'task',
    priority: priorityOf(row.cell('priority')) ?? 'P3',
    status: known ?? (row.cell('completed') === '' ? 'backlog' : 'done'),
    parent: level?.parent ?? null,
    project: defaults.project ?? orNull(row.cell('project')) ?? orNull(row.cell('team')),
    sourceRepo: null,
    url: orNull(row.cell('url')),
    note: joinNotes(
      level?.note ?? null,
      noteOnStatus(status),
      known === null && status !== '' ? `its status "${status.slice(0, 60)}" is none of ours` : null,
    ),
  }
}

const orNull = (text: string): string | null => (text === '' ? null : text)
