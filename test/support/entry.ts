// The one place that decides which program the black-box tests run: the bundle when it is fresh, else the sources. The Node
// that runs the tests runs it, which is the pinned one.
import { join } from 'node:path'
import { isBuilt } from '../../bin/stamp.mjs'

export const root = join(import.meta.dirname, '../..')

let chosen: readonly string[] | null = null

/**
 * argv of the `orrery` command under test, without its arguments; `nodeOptions` come before the program. The bundle starts
 * three times faster than the sources. ORRERY_UNDER_TEST names another program file, as one of an installed package.
 */
export function orreryArgv(nodeOptions: readonly string[] = []): readonly string[] {
  chosen ??= [process.env.ORRERY_UNDER_TEST ?? programFile()]
  return [process.execPath, ...nodeOptions, ...chosen]
}

function programFile(): string {
  return join(root, isBuilt(root) ? 'dist/orrery.js' : 'src/app/cli.ts')
}
