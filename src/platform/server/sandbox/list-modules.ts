// Finds the modules that a person put into a folder of the home.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Why a file brought nothing. `line` is null where the fault has no place. */
export type ModuleFault = { readonly file: string; readonly line: number | null; readonly reason: string }

/** `path` is absolute, `file` as errors name it: `workflows/backup.ts`. */
export type ModuleFile = { readonly name: string; readonly path: string; readonly file: string }

const moduleForm = /^(?<name>.*)\.(?:ts|js|mjs)$/
/** Names stand in addresses, logs and on the page. */
const nameForm = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/
/** Far above any module that a person writes. */
const maxModuleBytes = 4 * 1024 * 1024

/** Modules of `home/folder` by name. Links are refused: what runs is what lies in the home. */
export function listModules(
  home: string,
  folder: string,
): { readonly modules: readonly ModuleFile[]; readonly errors: readonly ModuleFault[] } {
  const modules: ModuleFile[] = []
  const errors: ModuleFault[] = []
  for (const entry of entriesOf(home, folder, errors)) {
    const name = moduleForm.exec(entry)?.groups?.name
    if (name === undefined || name.endsWith('.d') || name.startsWith('.')) continue
    const file = `${folder}/${entry}`
    const path = join(home, folder, entry)
    const problem = problemOf(name, path)
    if (problem === null) modules.push({ name, path, file })
    else errors.push({ file, line: null, reason: problem })
  }
  return { modules, errors }
}

function entriesOf(home: string, folder: string, errors: ModuleFault[]): string[] {
  const path = join(home, folder)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) {
    errors.push({ file: folder, line: null, reason: 'is no folder of its own: a link to another one is not followed' })
    return []
  }
  try {
    return readdirSync(path).toSorted()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    errors.push({ file: folder, line: null, reason: `can't be read: ${reason}` })
    return []
  }
}

function problemOf(name: string, path: string): string | null {
  if (!nameForm.test(name)) return 'has a name with other characters than letters, digits and . _ - : rename it'
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 'went away while it was read: reload'
  if (stats.isSymbolicLink()) return 'is a symbolic link, which is not followed: put the file itself here'
  if (!stats.isFile()) return 'is no regular file'
  return stats.size > maxModuleBytes ? `is larger than ${maxModuleBytes / 1024 / 1024} MiB` : null
}
