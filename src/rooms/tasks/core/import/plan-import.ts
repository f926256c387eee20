// Decides what an import does with each of its items: create, change, leave, skip. What a person changed here stays,
// unless the source changed it since the last import.
import { cutText } from '#base/cut-text.ts'
import {
  seenAtSourceSchema,
  taskIdPattern,
  titleLimit,
  type ImportItem,
  type SeenAtSource,
  type TaskType,
} from '../../contract.ts'
import { editTask, type TaskEdit } from '../change.ts'
import { article, holds } from '../hierarchy.ts'
import { newTaskRecord, type Actor, type TaskRecord } from '../record.ts'
import { textHash } from '../text-hash.ts'
import { joinNotes, type ImportDraft } from './import-draft.ts'

export type PlannedChange = {
  readonly before: TaskRecord | null
  readonly after: TaskRecord
  readonly description: string | null
  /** Null for a change that nobody needs to read of. */
  readonly history: {
    readonly kind: 'created' | 'changed'
    readonly who: Actor
    readonly changes: ReturnType<typeof editTask>['changes']
  } | null
}

/** The tasks as they stand, with what was planned before laid over them. */
export type TasksSoFar = {
  readonly byId: (id: string) => TaskRecord | null
  readonly bySource: (sourceId: string) => TaskRecord | null
  readonly childTypes: (id: string) => readonly TaskType[]
}

export type PlanParts = {
  readonly tasks: TasksSoFar
  /** The format, which is the source of all items. */
  readonly source: string
  readonly at: string
  readonly who: Actor
  readonly nextSeq: () => number
  readonly makeId: () => string
}

export type Planned = { readonly item: ImportItem; readonly change: PlannedChange | null }

/** Plans one item; a parent comes before its children. */
export function planItem(draft: ImportDraft, parts: PlanParts): Planned {
  const tidied = tidy(draft)
  if (tidied.title === '') return skipped(draft, 'has no title')
  const known = parts.tasks.bySource(draft.sourceId)
  if (known === null) return create(tidied, parts)
  if (known.deleted_at !== null) return skipped(draft, 'was deleted here; restore it to have it again')
  return update(known, tidied, parts)
}

function skipped({ sourceId, title }: ImportDraft, reason: string): Planned {
  const item = { source_id: sourceId, title, action: 'skip', task_id: null, fields: [], note: reason } as const
  return { item: { ...item, fields: [] }, change: null }
}

function create(draft: ImportDraft, parts: PlanParts): Planned {
  const wanted = draft.preferredId
  const usable = wanted !== null && wanted.length <= 200 && taskIdPattern.test(wanted)
  const free = usable && parts.tasks.byId(wanted) === null
  const { type, parent, note } = placeOf(draft, parts, null)
  const done = draft.status === 'done'
  const record = newTaskRecord(
    {
      seq: parts.nextSeq(),
      id: free ? wanted : freeId(parts),
      title: draft.title,
      description_hash: textHash(draft.description),
      type,
      priority: draft.priority,
      status: draft.status,
      closed_by: done ? parts.who.actor : null,
      parent,
      project: draft.project,
      source_repo: draft.sourceRepo,
      source: parts.source,
      source_id: draft.sourceId,
      source_url: draft.url,
      source_seen: JSON.stringify(seenOf(draft)),
    },
    parts.at,
  )
  return {
    item: {
      source_id: draft.sourceId,
      title: draft.title,
      action: 'create',
      task_id: free ? wanted : null,
      fields: [],
      note: joinNotes(draft.note, note),
    },
    change: {
      before: null,
      after: record,
      description: draft.description,
      history: { kind: 'created', who: parts.who, changes: [] },
    },
  }
}

/** Another item of the same import may have got it just now. */
function freeId({ makeId, tasks }: PlanParts): string {
  for (;;) {
    const id = makeId()
    if (tasks.byId(id) === null) return id
  }
}

function update(known: TaskRecord, draft: ImportDraft, parts: PlanParts): Planned {
  const seen = readSeen(known.source_seen)
  const now = seenOf(draft)
  const moved = now.type !== seen?.type || now.parent !== seen.parent
  const { type, parent, note } = moved ? placeOf(draft, parts, known) : { ...known, note: null }
  const edit: TaskEdit = {
    ...(now.title === seen?.title ? {} : { title: draft.title }),
    ...(now.description_hash === seen?.description_hash ? {} : { description: draft.description }),
    ...(now.type === seen?.type ? {} : { type }),
    ...(now.priority === seen?.priority ? {} : { priority: draft.priority }),
    ...(now.status === seen?.status ? {} : { status: draft.status }),
    ...(now.parent === seen?.parent ? {} : { parent }),
    ...(now.project === seen?.project ? {} : { project: draft.project }),
    ...(now.source_repo === seen?.source_repo ? {} : { source_repo: draft.sourceRepo }),
    ...(now.source_url === seen?.source_url ? {} : { source_url: draft.url }),
    source_seen: JSON.stringify(now),
  }
  const { record, description, changes } = editTask(known, edit, parts)
  const who = parts.who
  const history = changes.length === 0 ? null : ({ kind: 'changed', who, changes } as const)
  return {
    item: {
      source_id: draft.sourceId,
      title: draft.title,
      action: changes.length === 0 ? 'unchanged' : 'change',
      task_id: known.id,
      fields: changes.map(({ field }) => field),
      note: joinNotes(draft.note, note),
    },
    change: record === known ? null : { before: known, after: record, description, history },
  }
}

type PlaceInTree = { readonly type: TaskType; readonly parent: string | null; readonly note: string | null }

/** The wanted place, or the nearest that the three levels and what is here already allow. */
function placeOf(draft: ImportDraft, { tasks }: PlanParts, known: TaskRecord | null): PlaceInTree {
  const below = known === null ? [] : tasks.childTypes(known.id)
  const fitsBelow = below.every((child) => holds[draft.type].includes(child))
  const type = fitsBelow || known === null ? draft.type : known.type
  const kept = type === draft.type ? null : `stays ${known?.type}, since other tasks lie below it`
  if (draft.parent === null) return { type, parent: null, note: kept }
  const parent = tasks.bySource(draft.parent)
  if (parent === null || parent.deleted_at !== null) {
    const reason = parent === null ? 'is not in the import' : 'was deleted here'
    return { type, parent: null, note: joinNotes(kept, `its parent ${cutText(draft.parent, 100)} ${reason}`) }
  }
  if (holds[parent.type].includes(type)) return { type, parent: parent.id, note: kept }
  return {
    type,
    parent: null,
    note: joinNotes(kept, `its parent is ${article(parent.type)}, which can't hold ${article(type)}`),
  }
}

function seenOf(draft: ImportDraft): SeenAtSource {
  return {
    title: draft.title,
    description_hash: textHash(draft.description),
    type: draft.type,
    priority: draft.priority,
    status: draft.status,
    parent: draft.parent,
    project: draft.project,
    source_repo: draft.sourceRepo,
    source_url: draft.url,
  }
}

function readSeen(text: string | null): SeenAtSource | null {
  if (text === null) return null
  try {
    return seenAtSourceSchema.parse(JSON.parse(text))
  } catch {
    // Written by another version: everything counts as new.
    return null
  }
}

/** Longest description, as for tasks made by hand. */
const descriptionLimit = 500_000
const nameLimit = 200

function tidy(draft: ImportDraft): ImportDraft {
  const title = draft.title.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const longTitle = title.length > titleLimit
  const longText = draft.description.length > descriptionLimit
  return {
    ...draft,
    title: longTitle ? `${cutText(title, titleLimit - 1).trim()}…` : title,
    description: longText ? cutText(draft.description, descriptionLimit) : draft.description,
    project: draft.project === null ? null : cutText(draft.project, nameLimit),
    sourceRepo: draft.sourceRepo === null ? null : cutText(draft.sourceRepo, nameLimit),
    url: draft.url !== null && /^https?:\/\//i.test(draft.url) ? cutText(draft.url, 2000) : null,
    note: joinNotes(
      draft.note,
      longTitle ? `its title was cut to ${titleLimit} characters` : null,
      longText ? `its description was cut to ${descriptionLimit} characters` : null,
    ),
  }
}
