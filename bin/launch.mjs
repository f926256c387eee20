// Starts the orrery command: builds dist/ when the sources changed, then runs the bundle in this process.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './stamp.mjs'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist/orrery.js')
/** Exit codes as everywhere in the command (docs/guide/command-line.md). */
const unavailable = 69
const internal = 70

const code = prepare()
if (code === 0) {
  // A daemon starts once in months, and would keep what it read of the cache for as long.
  if (process.argv.slice(2).join(' ') !== 'daemon run') module.enableCompileCache(cacheFolder())
  await import(pathToFileURL(bundle).href)
} else process.exitCode = code

/** Makes sure that dist/ can run; answers an exit code other than 0 when it can't. An installed package has no sources. */
function prepare() {
  const hasSources = existsSync(join(root, 'src/app/cli.ts'))
  if (!hasSources) return existsSync(bundle) ? 0 : refuse('dist/ is missing: install the package again')
  if (isBuilt(root)) return 0
  if (!canBuild()) {
    if (!existsSync(bundle)) return refuse("what builds it is not installed: run 'npm install' without --omit=dev")
    say("the sources changed and can't be built (run 'npm install' without --omit=dev): running the build from before")
    return 0
  }
  return build()
}

function canBuild() {
  return ['esbuild', 'vite', '@vitejs/plugin-react'].every((name) => existsSync(join(root, 'node_modules', name)))
}

/** In a process of its own, whose memory is gone before the service starts. stdout stays free for the command. */
function build() {
  const argv = [join(root, 'tools/build.ts'), '--if-changed']
  const { status, signal } = spawnSync(process.execPath, argv, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return 0
  if (signal !== null) return 130
  say('the build failed')
  return internal
}

/** Beside the bundle, where nobody else can plant code; a package that belongs to root gets a folder of the person's own. */
function cacheFolder() {
  try {
    accessSync(join(root, 'dist'), constants.W_OK)
    return join(root, 'dist/.cache')
  } catch {
    return join(homedir(), '.cache/orrery')
  }
}

function refuse(reason) {
  say(reason)
  return unavailable
}

function say(text) {
  process.stderr.write(`orrery: ${text}\n`)
}
