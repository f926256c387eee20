// The one place that says which program the black-box tests run: the one that users run, the built bundle behind bin/orrery.
// The Node that runs the tests runs it, which is the pinned one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  return join(placeWithoutSources(), 'bin/launch.mjs')
}

/** What stands in bin/ of a package and is run by Node. */
const launchers = ['launch.mjs', 'stamp.mjs'] as const

/**
 * A folder with the launcher and dist/, as an installed package has them. In a checkout each start first looks at the sizes and
 * times of all sources, which nobody's installed Orrery does, and a run of all tests starts it more than a thousand times.
 */
function placeWithoutSources(): string {
  const files = launchers.map((name) => join(root, 'bin', name))
  // Of this checkout: several may share their packages.
  const of = createHash('sha256').update(root)
  const version = files.reduce((hash, file) => hash.update(readFileSync(file)), of).digest('hex')
  const places = join(root, 'node_modules/.cache/under-test')
  const place = join(places, version.slice(0, 16))
  if (existsSync(place)) return place
  mkdirSync(places, { recursive: true })
  const staging = mkdtempSync(join(places, 'staging-'))
  mkdirSync(join(staging, 'bin'))
  for (const file of files) cpSync(file, join(staging, 'bin', basename(file)))
  symlinkSync(join(root, 'dist'), join(staging, 'dist'))
  try {
    renameSync(staging, place)
  } catch (error) {
    // Another test file was quicker.
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  return place
}
