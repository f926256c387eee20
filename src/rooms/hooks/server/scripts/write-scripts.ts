// Keeps the hook scripts in the service's home as this version and these settings want them.
import { isMissing } from '#platform/server/files/missing.ts'
import { makeFolderAlone } from '#platform/server/files/own-folder.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { chmod, lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shellQuoted } from '#base/shell-word.ts'
import { secondFolderOf } from '../queue/second-place.ts'
import { scriptNames, scriptText } from './script-texts.ts'

export type ScriptSettings = {
  /** `hooks.promptSubmit` */
  readonly promptSubmit: 'working' | 'letter'
  /** `hooks.interactiveStop` */
  readonly interactiveStop: 'to_review' | 'exit'
}

const scriptMode = 0o700

/**
 * Writes `<home>/bin/orrery-hook.sh` and its fallback, 0700, each atomically and only when it differs; a running hook
 * keeps the old one. Answers the names of those written. Throws what the file system throws.
 */
export async function writeHookScripts(home: string, settings: ScriptSettings): Promise<string[]> {
  const folder = join(home, 'bin')
  await makeFolderAlone(folder)
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is a symbolic link, not a folder of its own`)
  const written: string[] = []
  for (const name of scriptNames) {
    const path = join(folder, name)
    const text = await wantedScript(name, home, settings)
    if (await isCurrent(path, text)) continue
    await writeAtomic(path, text, scriptMode)
    written.push(name)
  }
  return written
}

/** The text that a script should have. */
export async function wantedScript(
  name: (typeof scriptNames)[number],
  home: string,
  settings: ScriptSettings,
): Promise<string> {
  return withSecondFolder(withSettings(await scriptText(name), settings), home)
}

function withSettings(script: string, { promptSubmit, interactiveStop }: ScriptSettings): string {
  return script
    .replace(/^prompt_submit=.*$/m, `prompt_submit=${promptSubmit}`)
    .replace(/^interactive_stop=.*$/m, `interactive_stop=${interactiveStop}`)
}

function withSecondFolder(script: string, home: string): string {
  const line = `second_folder=${shellQuoted(secondFolderOf(home) ?? '')}`
  return script.replace(/^second_folder=.*$/m, () => line)
}

async function isCurrent(path: string, text: string): Promise<boolean> {
  try {
    const found = await lstat(path)
    if (!found.isFile() || (await readFile(path, 'utf8')) !== text) return false
    if ((found.mode & 0o777) !== scriptMode) await chmod(path, scriptMode)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
