// Checklists in Markdown: `- [ ]` items are tasks, what is indented below one belongs to it, headings above them are epics.
import type { TaskPriority, TaskStatus } from '../../contract.ts'
import { joinNotes, type ImportDraft, type ImportDefaults, type Parsed, type Unread } from './import-draft.ts'
import { assignLevels } from './import-levels.ts'

type Item = {
  readonly sourceId: string
  readonly parent: string | null
  readonly title: string
  readonly status: TaskStatus
  readonly priority: TaskPriority
  readonly lines: string[]
}

type Open = { readonly indent: number; readonly item: Item }

type Reading = {
  readonly items: Map<string, Item>
  readonly unread: Unread[]
  readonly source: string
  heading: Item | null
  headingUsed: boolean
  /** Items that what follows may lie below, the outermost first. */
  open: Open[]
  fence: string | null
}

const checkbox = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[(.)\](?:\s+(.*))?$/
const bullet = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/
const headingLine = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
const fenceLine = /^\s*(`{3,}|~{3,})/

/**
 * Items have no ids of their own, so that the words of an item and of what lies above it are its id: an item whose words
 * change is a new one at the next import.
 */
export function parseMarkdown(text: string, defaults: ImportDefaults): Parsed {
  const source = defaults.source ?? defaults.project ?? 'checklist'
  const reading: Reading = {
    items: new Map(),
    unread: [],
    source,
    heading: null,
    headingUsed: false,
    open: [],
    fence: null,
  }
  for (const [place, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries())
    readLine(reading, line, place + 1)
  const items = [...reading.items.values()]
  const levels = assignLevels(new Map(items.map(({ sourceId, parent }) => [sourceId, parent])))
  const drafts = items.map((item): ImportDraft => {
    const level = levels.get(item.sourceId)
    return {
      sourceId: item.sourceId,
      preferredId: null,
      title: item.title,
      description: item.lines.join('\n').trim(),
      type: level?.type ?? 'task',
      priority: item.priority,
      status: item.status,
      parent: level?.parent ?? null,
      project: defaults.project,
      sourceRepo: null,
      url: null,
      note: joinNotes(level?.note ?? null),
    }
  })
  return { drafts, unread: reading.unread }
}

function readLine(reading: Reading, line: string, number: number): void {
  const fence = fenceLine.exec(line)?.[1]
  if (fence !== undefined && (reading.fence === null || fence.startsWith(reading.fence))) {
    reading.fence = reading.fence === null ? fence : null
    return describe(reading, line)
  }
  if (reading.fence !== null) return describe(reading, line)
  const heading = headingLine.exec(line)
  if (heading !== null) return openHeading(reading, heading[2] ?? '')
  const item = checkbox.exec(line)
  if (item !== null)
    return openItem(reading, { indent: widthOf(item[1] ?? ''), mark: item[2] ?? ' ', text: item[3] ?? '', number })
  const other = bullet.exec(line)
  if (other !== null && widthOf(other[1] ?? '') <= (reading.open[0]?.indent ?? 0)) {
    reading.open = []
    reading.unread.push({ sourceId: `line ${number}`, title: other[2] ?? '', reason: 'has no checkbox' })
    return
  }
  describe(reading, line)
}

function openHeading(reading: Reading, text: string): void {
  reading.open = []
  reading.headingUsed = false
  const title = plainTitle(text)
  reading.heading = title === '' ? null : newItem(reading, { parent: null, text: title, status: 'backlog' })
}

type Box = { readonly indent: number; readonly mark: string; readonly text: string; readonly number: number }

function openItem(reading: Reading, { indent, mark, text, number }: Box): void {
  if (text.trim() === '') {
    reading.unread.push({ sourceId: `line ${number}`, title: '', reason: 'has no text' })
    return
  }
  reading.open = reading.open.filter((open) => open.indent < indent)
  if (reading.heading !== null && !reading.headingUsed) {
    reading.headingUsed = true
    reading.items.set(reading.heading.sourceId, reading.heading)
  }
  const parent = reading.open.at(-1)?.item ?? reading.heading
  const item = newItem(reading, {
    parent: parent?.sourceId ?? null,
    text,
    status: marks[mark.toLowerCase()] ?? 'backlog',
  })
  reading.items.set(item.sourceId, item)
  reading.open.push({ indent, item })
}

const marks: Readonly<Record<string, TaskStatus>> = {
  x: 'done',
  '/': 'in_progress',
  '~': 'in_progress',
  '!': 'blocked',
}

type Given = { readonly parent: string | null; readonly text: string; readonly status: TaskStatus }

function newItem(reading: Reading, { parent, text, status }: Given): Item {
  const priority = /(?:^|\s)[([](P[1-4])[)\]](?=\s|$)/.exec(text)
  const title = plainTitle(priority === null ? text : text.replace(priority[0], ' '))
  const base = `${parent ?? reading.source}/${title.toLowerCase()}`
  let sourceId = base
  for (let count = 2; reading.items.has(sourceId); count++) sourceId = `${base} (${count})`
  return { sourceId, parent, title, status, priority: (priority?.[1] as TaskPriority | undefined) ?? 'P3', lines: [] }
}

/** What stands below an item and is indented belongs to it. */
function describe(reading: Reading, line: string): void {
  const last = reading.open.at(-1)
  if (last === undefined) return
  if (line.trim() === '') last.item.lines.push('')
  else if (widthOf(line) > last.indent || reading.fence !== null)
    last.item.lines.push(line.slice(leading(line, last.indent + 2)))
  else reading.open = []
}

const leading = (line: string, most: number): number => Math.min(most, line.length - line.trimStart().length)
const widthOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
const plainTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
