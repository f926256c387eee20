import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { followLimits, type FollowLimits } from './follow-parts.ts'
import { followTree } from './follow-tree.ts'
import { GitTrouble } from './git-trouble.ts'

function openWorld(limits: Partial<FollowLimits> = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-follow-')))
  const root = join(top, 'project')
  mkdirSync(root)
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      env: { PATH: process.env['PATH'], HOME: top, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
  git('init', '-q')
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const parts = {
    folder: join(top, 'own'),
    ownHome: top,
    environment: { PATH: process.env['PATH'], MY_TOKEN: 'canary', GIT_EXTERNAL_DIFF: 'false' },
    limits: { ...followLimits, ...limits },
  }
  const tree = followTree(parts)
  const look = async () =>
    (await tree.look())?.changes.map(({ path, status, added, removed }) => `${status} ${path} ${added}/${removed}`)
  return {
    top,
    root,
    git,
    write,
    tree,
    look,
    parts,
    again: () => followTree(parts),
    [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** Every file below, with what would betray a write. */
function picture(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, size, mode } = statSync(path)
    found[path] = `${mtimeMs} ${size} ${mode}`
  }
  return found
}

test('a dirty start is no change, a commit no disappearance, and the repository is as it was', async () => {
  using world = openWorld()
  const { write, git, tree, look, root } = world
  write('kept.txt', 'one\ntwo\n')
  write('sub/other.txt', 'a\n')
  write('.gitignore', 'ignored\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  write('kept.txt', 'one\ndirty\n')
  write('untracked.txt', 'u\n')
  write('ignored', 'x\n')
  const before = picture(root)
  await tree.begin(join(root, 'sub'))
  assert.deepEqual(await look(), [])
  assert.deepEqual(picture(root), before, 'nothing was written, and no time was touched')

  write('kept.txt', 'one\ndirty\nthree\n')
  write('new file.txt', 'n1\nn2\n')
  write('ignored', 'y\n')
  write('bin', 'a\0b')
  rmSync(join(root, 'sub/other.txt'))
  const expected = [
    'added bin null/null',
    'changed kept.txt 1/0',
    'added new file.txt 2/0',
    'removed sub/other.txt 0/1',
  ]
  assert.deepEqual(await look(), expected)
  git('add', '-A')
  git('commit', '-qm', 'second')
  assert.deepEqual(await look(), expected, 'also after it was committed')
  assert.match(await tree.diff('kept.txt'), /\+three/)
  assert.doesNotMatch(await tree.diff('kept.txt'), /untracked|other/)
  assert.deepEqual(await world.again().look(), await tree.look(), 'a restart goes on with the same start')
  git('checkout', '-q', 'HEAD~', '--', 'sub/other.txt')
  assert.ok(!(await look())?.some((line) => line.includes('other')), 'what is back is no change')
})

test('what is no repository is not followed, and of one without a commit all that comes is new', async () => {
  using world = openWorld()
  assert.equal(await world.tree.begin(world.top), null)
  assert.equal(await world.tree.look(), null)
  await world.tree.begin(world.root)
  world.write('a', 'a\n')
  assert.deepEqual(await world.look(), ['added a 1/0'])
})

const tooLarge: readonly (readonly [string, Partial<FollowLimits>])[] = [
  ['files', { mostFiles: 2 }],
  ['bytes', { mostBytes: 10 }],
]
for (const [what, limits] of tooLarge) {
  test(`a repository with too many ${what} is too large to follow, and nothing of it is kept`, async () => {
    using world = openWorld(limits)
    for (const name of ['a', 'b', 'c']) world.write(name, 'some text\n')
    await assert.rejects(
      world.tree.begin(world.root),
      (error) => error instanceof GitTrouble && error.kind === 'too_large',
    )
    assert.equal(existsSync(world.parts.folder), false)
  })
}

test('what git is not done with in time is told, and a machine without git, too', async () => {
  using world = openWorld({ startLimitMs: 0 })
  await assert.rejects(world.tree.begin(world.root), { kind: 'too_slow' })
  const without = followTree({ ...world.parts, environment: { PATH: world.top }, limits: followLimits })
  await assert.rejects(without.begin(world.root), { kind: 'no_git' })
})

test('versions that were seen are begun anew, and the start stays', async () => {
  using world = openWorld({ mostKeptBytes: 10 })
  world.write('a', 'one\n')
  await world.tree.begin(world.root)
  for (const text of ['one\ntwo two two\n', 'one\ntwo\n', 'one\ntwo\nthree and more\n', 'one\n2\n']) {
    world.write('a', text)
    await world.look()
  }
  assert.deepEqual(await world.look(), ['changed a 1/0'])
  assert.match(await world.tree.diff('a'), /\+2/)
})

test('a file that becomes a folder, a pipe, a link, or closed to us disturbs no look', async () => {
  using world = openWorld()
  for (const name of ['a', 'b', 'c', 'd']) world.write(name, `${name}\n`)
  await world.tree.begin(world.root)
  for (const name of ['a', 'b', 'c']) rmSync(join(world.root, name))
  world.write('a/inside', 'x\n')
  execFileSync('mkfifo', [join(world.root, 'b')])
  execFileSync('ln', ['-s', '/etc/passwd', join(world.root, 'c')])
  world.write('d', 'changed\n')
  chmodSync(join(world.root, 'd'), 0)
  const told = await world.look()
  assert.ok(told?.includes('removed a 0/1') && told.includes('added a/inside 1/0'), String(told))
  assert.doesNotMatch(await world.tree.diff('c'), /root:/, 'a link is its target and never what is there')
})

const words = [
  'fsmonitor',
  'hook',
  'clean',
  'smudge',
  'process',
  'textconv',
  'diff',
  'include',
  'submodule',
  'askpass',
  'editor',
  'pager',
  'ssh',
  'merge',
  'attr-tree',
]

test('whatever a repository sets up, our looks run nothing of it', async () => {
  using world = openWorld()
  const { root, write, git, tree, look, top } = world
  const canary = (word: string): string => `touch '${join(top, `ran-${word}`)}'`
  write('a.txt', 'a\n')
  write('nested/file', 'n\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  execFileSync('git', ['init', '-q', join(root, 'nested-repository')], {
    env: { PATH: process.env['PATH'], HOME: top },
  })
  const settings = [
    `[core]\n fsmonitor = ${canary('fsmonitor')}; true #\n hooksPath = hooks\n pager = ${canary('pager')}\n editor = ${canary('editor')}\n sshCommand = ${canary('ssh')}\n askPass = ${canary('askpass')}\n attributesFile = ${root}/more-attributes`,
    `[filter "evil"]\n clean = ${canary('clean')}; cat\n smudge = ${canary('smudge')}; cat\n process = ${canary('process')}\n required = true`,
    `[diff "evil"]\n textconv = ${canary('textconv')}; cat\n command = ${canary('diff')}`,
    `[diff]\n external = ${canary('diff')}`,
    `[merge "evil"]\n driver = ${canary('merge')}`,
    `[include]\n path = ${root}/included`,
    `[credential]\n helper = "!${canary('askpass')}"`,
  ].join('\n')
  for (const folder of ['.git', 'nested-repository/.git']) {
    writeFileSync(join(root, folder, 'config'), `${readFileSync(join(root, folder, 'config'), 'utf8')}\n${settings}\n`)
    for (const hook of [
      'post-index-change',
      'pre-commit',
      'post-checkout',
      'fsmonitor-watchman',
      'reference-transaction',
    ]) {
      mkdirSync(join(root, folder, 'hooks'), { recursive: true })
      writeFileSync(join(root, folder, 'hooks', hook), `#!/bin/sh\n${canary('hook')}\n`, { mode: 0o755 })
    }
  }
  write('hooks/post-index-change', `#!/bin/sh\n${canary('hook')}\n`)
  chmodSync(join(root, 'hooks/post-index-change'), 0o755)
  write('included', `[core]\n fsmonitor = ${canary('include')}; true #\n`)
  write('.gitattributes', '* filter=evil diff=evil merge=evil text working-tree-encoding=nonsense\n')
  write(
    '.gitmodules',
    `[submodule "x"]\n path = nested-repository\n url = ext::sh -c ${canary('submodule')}\n update = !${canary('submodule')}\n`,
  )
  await tree.begin(root)
  write('a.txt', 'a\nb\n')
  write('c.txt', 'c\n')
  write('nested-repository/inside', 'i\n')
  assert.deepEqual(await look(), ['changed a.txt 1/0', 'added c.txt 1/0'])
  assert.match(await tree.diff('a.txt'), /\+b/)
  for (const word of words) assert.equal(existsSync(join(top, `ran-${word}`)), false, `${word} ran`)
  // The repository is hostile indeed: git itself, asked in the usual way, runs something of it.
  try {
    git('status')
  } catch {
    // Whatever it answers.
  }
  assert.ok(words.some((word) => existsSync(join(top, `ran-${word}`))))
})
