// `orrery task import`: reads an export, sends it in parts, and says what became of each item.
import { basename } from 'node:path'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { readText } from '#platform/server/cli/read-text.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { ImportAnswer, ImportFormat, ImportItem, ImportRequest } from '../../contract.ts'
import { taskRoutes } from '../bound-routes.ts'

export type ImportOptions = {
  readonly format?: ImportFormat
  readonly project?: string
  readonly source?: string
  readonly dryRun?: boolean
}

/** Issues in one request at most: a sign of life each second or so. */
const partSize = 500
/** The service takes bodies of 1 MiB; the issues travel as text in JSON, which is measured as such. */
const partBytes = 900_000

export async function importFile(cli: Cli, file: string, options: ImportOptions): Promise<void> {
  const text = await readText(cli, file)
  const format = options.format ?? guessFormat(file, text)
  const source = options.source ?? (file === '-' ? null : basename(file).slice(0, 200))
  const base = { format, project: options.project ?? null, source, dry_run: options.dryRun ?? false }
  const parts = splitText(format, text)
  let whole: ImportAnswer | null = null
  for (const [place, part] of parts.entries()) {
    const body: ImportRequest = { ...base, text: part }
    const answer = await cli.api.ask(taskRoutes.importTasks, { body })
    whole = whole === null ? answer : join(whole, answer)
    if (parts.length > 1) cli.output.note(`${place + 1} of ${parts.length} parts: ${whole.items.length} items`)
  }
  if (whole !== null) say(cli, whole)
}

function guessFormat(file: string, text: string): ImportFormat {
  if (/\.(md|markdown)$/i.test(file)) return 'markdown'
  if (/\.csv$/i.test(file)) return 'linear'
  const start = text.slice(0, 4000)
  if (/^\s*[[{]/.test(start)) return /"number"\s*:/.test(start) ? 'github' : 'vibe-kanban'
  if (/^\s*(?:[-*+]|\d+[.)])\s+\[.\]/m.test(start)) return 'markdown'
  throw new CliError('usage', 'the format of the export is not clear', {
    hints: ['Name it: --format github, linear, vibe-kanban or markdown'],
  })
}

/** Issues do not depend on each other but by milestones, which are found again; other formats go as a whole. */
function splitText(format: ImportFormat, text: string): string[] {
  if (format !== 'github') return [text]
  const items = parseList(text)
  if (items === null) return [text]
  const parts: unknown[][] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(JSON.stringify(item))) + 1
    const last = parts.at(-1)
    if (last === undefined || last.length === partSize || bytes + size > partBytes) {
      parts.push([item])
      bytes = size
    } else {
      last.push(item)
      bytes += size
    }
  }
  return parts.length === 0 ? [text] : parts.map((part) => JSON.stringify(part))
}

/** Null for what is no list: the service says what is wrong with it. */
function parseList(text: string): unknown[] | null {
  try {
    const json: unknown = JSON.parse(text)
    return Array.isArray(json) ? json : null
  } catch {
    return null
  }
}

/** A milestone that several parts name is told once, as the first of them met it. */
function join(one: ImportAnswer, other: ImportAnswer): ImportAnswer {
  const known = new Set(one.items.map(({ source_id: id }) => id))
  const items = [
    ...one.items,
    ...other.items.filter(({ source_id: id, action }) => action === 'skip' || !known.has(id)),
  ]
  const count = (action: ImportItem['action']): number => items.filter((item) => item.action === action).length
  return {
    dry_run: one.dry_run,
    created: count('create'),
    changed: count('change'),
    unchanged: count('unchanged'),
    skipped: count('skip'),
    items,
  }
}

function say(cli: Cli, answer: ImportAnswer): void {
  const told = answer.items.filter(({ action, note }) => action !== 'unchanged' || note !== null)
  cli.output.result(answer, told.length === 0 ? '' : itemTable(told, cli.output.width))
  const verb = answer.dry_run ? 'Would be' : 'Done:'
  cli.output.note(
    `${verb} ${answer.created} created, ${answer.changed} changed, ${answer.unchanged} unchanged, ${answer.skipped} skipped.`,
  )
}

function itemTable(items: readonly ImportItem[], width: number | null): string {
  return formatTable(
    items,
    [
      { title: 'WHAT', text: ({ action }) => action },
      { title: 'SOURCE', text: ({ source_id: id }) => id, shrinks: { minimum: 12 } },
      { title: 'TASK', text: ({ task_id: id }) => id ?? '' },
      { title: 'TITLE', text: ({ title }) => title, shrinks: { minimum: 16 } },
      {
        title: 'NOTE',
        text: ({ fields, note }) => [fields.join(', '), note ?? ''].filter((part) => part !== '').join('; '),
      },
    ],
    width,
  )
}
