// `npm run build`: the service's bundle and the page, side by side, into dist/. With --if-changed only when it is not fresh;
// with --alone what earlier builds left goes, as a package wants it.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build as buildScript } from 'esbuild'
import { build as buildPage } from 'vite'
import { isBuilt, readStamp, writeStamp } from '../bin/stamp.mjs'
import { bundleService } from './bundle-service.ts'
import { refuseLargeStart } from './eager-scripts.ts'
import { root } from './run.ts'

const dist = join(root, 'dist')
/** A page that was open or a service that ran during a build may still ask for files that the build replaced. */
const keepReplacedMs = 2 * 24 * 60 * 60 * 1000
/** A second start waits for the first one's build, which takes seconds even on a slow machine. */
const buildWaitMs = 5 * 60 * 1000

mkdirSync(dist, { recursive: true })
const lock = lockBuild()
try {
  if (!process.argv.includes('--if-changed') || !isBuilt(root)) await build()
  if (process.argv.includes('--alone'))
    listFiles(dist)
      .filter(isReplaced)
      .forEach((path) => rmSync(path))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  lock[Symbol.dispose]()
}

async function build(): Promise<void> {
  const stamp = readStamp(root)
  const staging = join(dist, `.build-${process.pid}`)
  removeLeftOvers()
  try {
    // Both to their end, since what goes on writing could not be cleaned up.
    const parts = [timed('service', () => bundleService(staging)), timed('page', () => buildWeb(join(staging, 'web')))]
    for (const { reason } of (await Promise.allSettled(parts)).filter((part) => part.status === 'rejected'))
      throw reason
    publish(staging)
    writeStamp(root, stamp)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function buildWeb(outDir: string): Promise<void> {
  await buildPage({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  refuseLargeStart(outDir)
  // A worker has one address for all versions, so its name has no hash; the version within makes it another worker.
  const version = createHash('sha256')
    .update(readFileSync(join(outDir, 'index.html')))
    .digest('hex')
    .slice(0, 16)
  await buildScript({
    entryPoints: [join(root, 'src/app/web/worker.ts')],
    outfile: join(outDir, 'worker.js'),
    bundle: true,
    minify: true,
    define: { pageVersion: JSON.stringify(version) },
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
  })
}

async function timed(name: string, run: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  console.error(`orrery: building the ${name}`)
  await run()
  console.error(`orrery: built the ${name} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** Puts each file in its place by a rename, those that name the others last: whoever starts meanwhile finds a whole build. */
function publish(staging: string): void {
  const files = new Set(listFiles(staging).map((path) => relative(staging, path)))
  const entries = ['web/index.html', 'orrery.js']
  setAside(listFiles(dist).filter((path) => !files.has(relative(dist, path))))
  for (const file of [...files].toSorted((a, b) => entries.indexOf(a) - entries.indexOf(b))) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(staging, file), join(dist, file))
  }
  rmSync(join(dist, '.cache'), { recursive: true, force: true })
}

/** Hashed names let files of several builds stand side by side; what was replaced long ago goes. */
function setAside(paths: readonly string[]): void {
  const now = Date.now()
  for (const path of paths) {
    if (relative(dist, path).startsWith('.')) continue
    const { atimeMs, mtimeMs, mode } = statSync(path)
    if (!isReplaced(path)) {
      // Replaced by this build: its time counts from now on, and its mode says so.
      utimesSync(path, atimeMs / 1000, now / 1000)
      chmodSync(path, mode & ~0o222)
    } else if (now - mtimeMs > keepReplacedMs) rmSync(path)
  }
}

/** Whether a later build has put other files in its place. */
function isReplaced(path: string): boolean {
  return (statSync(path).mode & 0o200) === 0
}

/** Of builds that were killed: the lock says that none is at work. */
function removeLeftOvers(): void {
  const leftOvers = readdirSync(dist).filter((name) => name.startsWith('.build-') || name.startsWith('.stamp.'))
  for (const name of leftOvers) rmSync(join(dist, name), { recursive: true, force: true })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** One build at a time; the operating system lets go of the lock when its holder dies. */
function lockBuild(): Disposable {
  const database = new DatabaseSync(join(dist, '.lock.db'), { timeout: buildWaitMs })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}
