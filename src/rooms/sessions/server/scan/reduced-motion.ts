// Whether the person told Claude Code not to animate: then a still screen says nothing of its work.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Read anew each time, since it may be changed while agents run. Settings that can't be read ask for nothing. */
export async function prefersReducedMotion(userHome: string): Promise<boolean> {
  try {
    const settings: unknown = JSON.parse(await readFile(join(userHome, '.claude/settings.json'), 'utf8'))
    return typeof settings === 'object' && settings !== null && Reflect.get(settings, 'prefersReducedMotion') === true
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return false
    throw error
  }
}
