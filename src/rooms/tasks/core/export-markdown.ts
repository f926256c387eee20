// Tasks as a Markdown checklist that people read and the import takes.
import type { Task, TaskStatus } from '../contract.ts'
import { treeOrder } from './tree-order.ts'

const marks: Readonly<Record<TaskStatus, string>> = {
  backlog: ' ',
  ready: ' ',
  in_progress: '/',
  claimed: '/',
  review: '/',
  blocked: '!',
  done: 'x',
}

/** Epics become headings; what has no epic stands under one of its own. Ends with a newline; empty for no tasks. */
export function toMarkdown(tasks: readonly Task[]): string {
  const placed = treeOrder(tasks)
  const lines: string[] = []
  let section: string | null = null
  const open = (title: string) =>
    lines.push(...(lines.length === 0 || lines.at(-1) === '' ? [] : ['']), `## ${title}`, '')
  for (const { task, depth } of placed) {
    if (depth === 0 && task.type === 'epic') {
      section = task.id
      open(oneLine(task.title))
      continue
    }
    if (depth === 0 && section !== '') {
      if (section !== null) open('Ungrouped')
      section = ''
    }
    const indent = '  '.repeat(depth - (section === '' ? 0 : 1))
    const priority = task.priority === 'P3' ? '' : ` (${task.priority})`
    lines.push(`${indent}- [${marks[task.status]}] ${oneLine(task.title)}${priority}`)
    lines.push(...descriptionLines(task, `${indent}  `))
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function descriptionLines({ description }: Task, indent: string): string[] {
  const text = description.trim()
  return text === '' ? [] : text.split(/\r?\n/).map((line) => (line === '' ? '' : `${indent}${line}`))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
