// The files that a session changed: by the tools that wrote them, and, where git follows them, by what is in them.
import type { Derived, SessionFact } from '../contract.ts'
import { patchers } from './commands.ts'
import { filesOfPatch } from './patch-files.ts'

/** Tools that write the file that they name: of Claude Code, Gemini CLI and opencode. */
const writers: ReadonlySet<string> = new Set([
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'write_file',
  'replace',
  'edit',
  'write',
])

type ChangedFile = Derived['files'][number]

/**
 * Facts in the order of their times. What git says of a file is its last word, but of what it never speaks, as of files that
 * it ignores, tools tell.
 */
export function changedFiles(facts: readonly SessionFact[]): ChangedFile[] {
  const written = new Map<string, ChangedFile>()
  const followed = new Map<string, ChangedFile | null>()
  for (const fact of facts) {
    if (fact.source === 'hook') for (const file of writtenBy(fact)) written.set(file.path, file)
    if (fact.source !== 'git') continue
    for (const { path, status, added, removed } of fact.files)
      followed.set(path, status === 'unchanged' ? null : { path, status, added, removed })
  }
  const all = new Map<string, ChangedFile | null>([...written, ...followed])
  return [...all.values()].filter((file) => file !== null)
}

/** One that failed wrote nothing. */
function writtenBy({
  name,
  ok,
  file,
  command,
  directory,
}: Extract<SessionFact, { readonly source: 'hook' }>): ChangedFile[] {
  if (ok === false) return []
  const own: readonly Pick<ChangedFile, 'path' | 'status'>[] =
    file !== null && writers.has(name) ? [{ path: file, status: 'changed' }] : []
  const patched = patchers.has(name) ? filesOfPatch(command ?? '') : []
  return [...own, ...patched].map(({ path, status }) => {
    return { path: whole(path, directory), status, added: null, removed: null }
  })
}

function whole(path: string, directory: string | null): string {
  return path.startsWith('/') || directory === null ? path : `${directory.replace(/\/$/, '')}/${path}`
}

/** Of all files whose lines are known; null where none are. */
export function linesOf(files: readonly ChangedFile[]): Pick<Derived, 'added' | 'removed'> {
  const counted = files.filter(({ added }) => added !== null)
  if (counted.length === 0) return { added: null, removed: null }
  return {
    added: counted.reduce((sum, { added }) => sum + (added ?? 0), 0),
    removed: counted.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
  }
}
