// `npm run tarball`: the package as it is published, in this folder, once it was installed, run and removed by its test.
// With --all that is tried with a bare Node 18, 20, 22 and 24, the first of them with an empty cache of npm; with --try-only
// no package is left behind.
import { spawnSync } from 'node:child_process'
import { packTarball } from '../test/support/installed.ts'
import { root } from './run.ts'

const nodes = '18,20,22,24'

const isAll = process.argv.includes('--all')
const argv = ['--test', '--test-reporter=spec', 'test/suites/bundle/tarball.test.ts']
const env = { ...process.env, ...(isAll ? { ORRERY_TARBALL_NODES: nodes } : {}) }
const { status } = spawnSync(process.execPath, argv, { cwd: root, env, stdio: 'inherit' })
if (status !== 0) process.exitCode = 1
else if (!process.argv.includes('--try-only')) {
  const { path, bytes, files } = await packTarball(root)
  console.log(`${path}: ${(bytes / 1_000_000).toFixed(1)} MB, ${files.length} files`)
}
