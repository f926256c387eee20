// Reads the audits that docs-drift-check compares with the files of today.
import { lstatSync, readdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { fromIso } from '#base/time.ts'
import { expandHome } from '#platform/server/files/expand-home.ts'
import { readPrivateFile } from '#platform/server/files/private-file.ts'

const auditSchema = z.object({
  name: z.string().min(1),
  /** When somebody last compared the documents with the code. */
  audited_at: z.iso.datetime({ offset: true }),
  paths: z.array(z.string().min(1)).min(1),
  /** More modified files than this exceed it. */
  threshold: z.number().nonnegative(),
  /** What relative paths begin at; default: the person's home. */
  root: z.string().min(1).optional(),
})

export type Audit = {
  readonly name: string
  readonly sinceMs: number
  readonly paths: readonly string[]
  readonly threshold: number
  /** Absolute. */
  readonly root: string
}

/** Audits of `home/audits/*.json`, and what is wrong with files that hold none. */
export function readAudits(
  home: string,
  userHome: string,
): { readonly audits: readonly Audit[]; readonly problems: readonly string[] } {
  const folder = join(home, 'audits')
  const audits: Audit[] = []
  const problems: string[] = []
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { audits, problems }
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  for (const file of files.toSorted()) {
    try {
      audits.push(readAudit(join(folder, file), userHome))
    } catch (error) {
      problems.push(`audits/${file}: ${wordsOf(error)}`)
    }
  }
  return { audits, problems }
}

function readAudit(path: string, userHome: string): Audit {
  const { name, audited_at, paths, threshold, root } = auditSchema.parse(JSON.parse(readPrivateFile(path) ?? ''))
  return { name, sinceMs: fromIso(audited_at), paths, threshold, root: rootOf(root ?? '~', userHome) }
}

function rootOf(root: string, userHome: string): string {
  const path = expandHome(root, userHome)
  return isAbsolute(path) ? path : join(userHome, path)
}

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'does not fit'}`.trim()
  }
  return error instanceof Error ? error.message : String(error)
}
