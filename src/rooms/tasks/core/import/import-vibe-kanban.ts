// Tasks of vibe-kanban: a list of tasks, an answer of its API around one, or projects that hold them.
import { err, ok, type Result } from '#base/result.ts'
import { vibeKanbanTaskSchema, type VibeKanbanTask } from '../../contract.ts'
import { joinNotes, type ImportDraft, type ImportDefaults, type Parsed, type Unread } from './import-draft.ts'
import { assignLevels } from './import-levels.ts'
import { noteOnStatus, priorityOf, statusOf } from './import-words.ts'

export function parseVibeKanban(json: unknown, defaults: ImportDefaults): Result<Parsed, string> {
  const found = tasksIn(json, null)
  if (found === null) return err('holds no list of tasks, as vibe-kanban exports it')
  const unread: Unread[] = []
  const items = new Map<string, VibeKanbanTask>()
  for (const [place, { task, project }] of found.entries()) {
    const parsed = vibeKanbanTaskSchema.safeParse(task)
    if (parsed.success) {
      items.set(parsed.data.id, { ...parsed.data, project: parsed.data.project_name ?? parsed.data.project ?? project })
    } else {
      const field = parsed.error.issues[0]?.path.join('.') ?? ''
      const reason = field === '' ? 'is no task' : `has no usable "${field}"`
      unread.push({ sourceId: `item ${place + 1}`, title: '', reason })
    }
  }
  const levels = assignLevels(new Map([...items].map(([id, item]) => [id, parentOf(item)])))
  const drafts = [...items].map(([id, item]): ImportDraft => {
    const level = levels.get(id)
    const status = item.status ?? ''
    return {
      sourceId: id,
      preferredId: null,
      title: item.title,
      description: item.description ?? '',
      type: level?.type ?? 'task',
      priority: priorityOf(item.priority ?? '') ?? 'P3',
      status: statusOf(status) ?? 'backlog',
      parent: level?.parent ?? null,
      project: defaults.project ?? item.project ?? null,
      sourceRepo: null,
      url: null,
      note: joinNotes(level?.note ?? null, noteOnStatus(status)),
    }
  })
  return ok({ drafts, unread })
}

type Found = { readonly task: unknown; readonly project: string | null }

/** `{ success, data: { projects: [{ tasks: [] }] } }` is the deepest form. */
const deepest = 4

function tasksIn(json: unknown, project: string | null, depth: number = 0): Found[] | null {
  if (depth > deepest) return null
  if (Array.isArray(json)) {
    return json.flatMap((item) => tasksIn(projectTasks(item), nameOf(item), depth + 1) ?? { task: item, project })
  }
  if (typeof json !== 'object' || json === null) return null
  for (const name of ['tasks', 'issues', 'projects', 'data']) {
    const inner = (json as Readonly<Record<string, unknown>>)[name]
    if (typeof inner === 'object' && inner !== null) return tasksIn(inner, nameOf(json) ?? project, depth + 1)
  }
  return null
}

/** The tasks of an item that is a project; undefined for a task. */
function projectTasks(item: unknown): unknown {
  const tasks = typeof item === 'object' && item !== null && 'tasks' in item ? item.tasks : undefined
  return Array.isArray(tasks) ? tasks : undefined
}

function nameOf(value: unknown): string | null {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
  return typeof name === 'string' && name !== '' ? name : null
}

const parentOf = (item: VibeKanbanTask): string | null =>
  item.parent_task_id ?? item.parent_issue_id ?? item.parent_id ?? null
