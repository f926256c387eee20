// Issues as `gh issue list --json number,title,body,state,labels,milestone,url` prints them; milestones become epics.
import { err, ok, type Result } from '#base/result.ts'
import {
  githubIssueSchema,
  type GithubIssue,
  type TaskPriority,
  type TaskStatus,
  type TaskType,
} from '../../contract.ts'
import type { ImportDraft, ImportDefaults, Parsed, Unread } from './import-draft.ts'
import { priorityOf, statusOf } from './import-words.ts'

export function parseGithub(json: unknown, defaults: ImportDefaults): Result<Parsed, string> {
  if (!Array.isArray(json)) return err('is not a list of issues, as `gh issue list --json …` prints it')
  const drafts = new Map<string, ImportDraft>()
  const unread: Unread[] = []
  for (const [place, item] of json.entries()) {
    const issue = githubIssueSchema.safeParse(item)
    if (!issue.success) {
      unread.push({ sourceId: `item ${place + 1}`, title: '', reason: reasonOf(issue.error.issues) })
      continue
    }
    const repo = repoOf(issue.data.url)
    if (repo?.kind === 'pull') {
      unread.push({
        sourceId: `${repo.name}#${issue.data.number}`,
        title: issue.data.title,
        reason: 'is a pull request',
      })
      continue
    }
    const milestone = milestoneOf(issue.data, { repo: repo?.name ?? null, defaults })
    if (milestone !== null && !drafts.has(milestone.sourceId)) drafts.set(milestone.sourceId, milestone)
    const draft = toDraft(issue.data, { repo: repo?.name ?? null, defaults, epic: milestone?.sourceId ?? null })
    drafts.set(draft.sourceId, draft)
  }
  return ok({ drafts: [...drafts.values()], unread })
}

type Place = { readonly repo: string | null; readonly defaults: ImportDefaults }

function toDraft(issue: GithubIssue, { repo, defaults, epic }: Place & { readonly epic: string | null }): ImportDraft {
  const labels = (issue.labels ?? []).map((label) => (typeof label === 'string' ? label : label.name))
  const list = repo ?? listName(defaults)
  const type = first(labels, typeOf) ?? 'task'
  const closed = issue.state?.toLowerCase() === 'closed'
  const status: TaskStatus = closed ? 'done' : (first(labels, openStatusOf) ?? 'backlog')
  const priority: TaskPriority = first(labels, priorityOf) ?? 'P3'
  return {
    sourceId: `${list}#${issue.number}`,
    preferredId: `${list.split('/').at(-1) ?? list}-${issue.number}`,
    title: issue.title,
    description: issue.body ?? '',
    type,
    priority,
    status,
    parent: type === 'epic' ? null : epic,
    project: defaults.project,
    sourceRepo: repo,
    url: issue.url ?? null,
    note: null,
  }
}

/** gh does not tell whether a milestone is closed, so it is left open. */
function milestoneOf({ milestone, url }: GithubIssue, { repo, defaults }: Place): ImportDraft | null {
  if (milestone === null || milestone === undefined || milestone.title.trim() === '') return null
  const list = repo ?? listName(defaults)
  const web = repo === null ? null : (url ?? '').replace(/\/issues\/.*$/, '')
  return {
    sourceId: `${list} milestone ${milestone.number ?? milestone.title}`,
    preferredId: null,
    title: milestone.title,
    description: milestone.description ?? '',
    type: 'epic',
    priority: 'P3',
    status: 'backlog',
    parent: null,
    project: defaults.project,
    sourceRepo: repo,
    url: web === null || typeof milestone.number !== 'number' ? null : `${web}/milestone/${milestone.number}`,
    note: null,
  }
}

/** From `https://github.com/owner/name/issues/12`, on any host. */
function repoOf(url: string | null | undefined): { readonly name: string; readonly kind: 'issues' | 'pull' } | null {
  const match = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(issues|pull)\/\d+/.exec(url ?? '')
  return match === null ? null : { name: match[1] ?? '', kind: match[2] === 'pull' ? 'pull' : 'issues' }
}

const listName = ({ source, project }: ImportDefaults): string => source ?? project ?? 'issues'

function first<T>(labels: readonly string[], read: (label: string) => T | null): T | null {
  for (const label of labels) {
    const value = read(label)
    if (value !== null) return value
  }
  return null
}

function typeOf(label: string): TaskType | null {
  const word = label.toLowerCase().replace(/^type\s*[:/]\s*/, '')
  if (word === 'epic' || word === 'story') return word
  return word === 'user story' ? 'story' : null
}

/** An open issue is not done, whatever its labels say. */
function openStatusOf(label: string): TaskStatus | null {
  const status = statusOf(label)
  return status === 'done' ? null : status
}

function reasonOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const [issue] = issues
  const field = issue?.path.join('.') ?? ''
  return field === '' ? 'is no issue' : `has no usable "${field}"`
}
