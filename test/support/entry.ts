// The one place that says which program the black-box tests run: the one that users run, the built bundle behind bin/orrery.
// The Node that runs the tests runs it, which is the pinned one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '../../bin/stamp.mjs'

export const root = join(import.meta.dirname, '../..')

let program: string | null = null

/**
 * argv of the `orrery` command under test, without its arguments; `nodeOptions` come before the program. The first call
 * builds what changed, and throws when that fails. ORRERY_UNDER_TEST names another program file, as one of an installed package.
 */
export function orreryArgv(nodeOptions: readonly string[] = []): readonly string[] {
  program ??= process.env.ORRERY_UNDER_TEST ?? builtProgram()
  return [process.execPath, ...nodeOptions, program]
}

/** Test files start side by side: the build has a lock, and whoever waited for it finds the work done. */
function builtProgram(): string {
  if (!isBuilt(root)) {
    const argv = [join(root, 'tools/build.ts'), '--if-changed']
    const { status, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`the tests run dist/, which could not be built: mend this first.\n${stderr}`)
  }
  return join(root, 'bin/launch.mjs')
}
