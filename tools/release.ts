// `npm run release`: tries the package with every Node, publishes it and tags the commit. Refuses a version of which
// CHANGELOG.md says nothing. With --dry-run nothing leaves this machine; with --check it only tells whether it would.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTarball } from '../test/support/installed.ts'
import { tagOf, whyNot } from './release/why-not.ts'
import { capture, root } from './run.ts'

const isDry = process.argv.includes('--dry-run')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const reasons = whyNot({
  version,
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  tags: (await must(['git', 'tag'])).split('\n'),
  isDirty: (await must(['git', 'status', '--porcelain'])) !== '',
})
if (reasons.length > 0) {
  console.error(`not released:\n${reasons.join('\n')}`)
  process.exitCode = 1
} else if (!process.argv.includes('--check')) await release()

async function release(): Promise<void> {
  console.log(await must([process.execPath, 'tools/tarball.ts', '--all', '--try-only']))
  const folder = await mkdtemp(join(tmpdir(), 'orrery-release-'))
  try {
    const { path } = await packTarball(folder)
    await must(['npm', 'publish', path, '--access', 'public', ...(isDry ? ['--dry-run'] : [])])
    if (!isDry) await must(['git', 'tag', tagOf(version)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(isDry ? `${version} could be released` : `released ${version}; now: git push origin ${tagOf(version)}`)
}

async function must(argv: readonly string[]): Promise<string> {
  const { code, output } = await capture(argv)
  if (code !== 0) throw new Error(`${argv.join(' ')} failed:\n${output}`)
  return output
}
