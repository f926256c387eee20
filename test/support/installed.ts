// Packs the tarball that is published and installs it as a person does: globally, in a prefix of its own, with a bare Node.
import { execFile } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './entry.ts'

const run = promisify(execFile)

/** The Node that a person has, and the npm that they run with it. */
export type Caller = { readonly name: string; readonly node: string; readonly npm: string }

export type Tarball = { readonly path: string; readonly bytes: number; readonly files: readonly string[] }

export type Installed = {
  /** PATH of a person who has this Node and this Orrery, and nothing of ours besides. */
  readonly path: string
  /** The command, as npm linked it. */
  readonly orrery: string
  /** Of all files that came, in bytes. */
  readonly bytes: number
  readonly tookMs: number
  readonly packages: readonly InstalledPackage[]
  readonly uninstall: () => Promise<void>
  /** Everything that lies in the prefix, but for folders. */
  readonly left: () => readonly string[]
}

export type InstalledPackage = { readonly name: string; readonly scripts: Readonly<Record<string, string>> }

/** `npm pack`, which builds first what changed. */
export async function packTarball(folder: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, env: npmEnv() })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
    readonly filename: string
    readonly size: number
    readonly files: readonly { readonly path: string }[]
  }[]
  if (packed === undefined) throw new Error(`npm pack made nothing: ${stdout}`)
  return { path: join(folder, packed.filename), bytes: packed.size, files: packed.files.map(({ path }) => path) }
}

/** The Node that runs the tests, with the npm on PATH. */
export async function ownCaller(): Promise<Caller> {
  const { stdout } = await run('sh', ['-c', 'command -v npm'])
  return { name: process.version, node: process.execPath, npm: realpathSync(stdout.trim()) }
}

/** A bare Node of that major version from npm's packages, with the oldest npm that all of them can run. */
export async function bareCaller(major: string, folder: string): Promise<Caller> {
  const platform = `node-${process.platform}-${process.arch}`
  const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['install', ...flags, `${platform}@${major}`, 'npm@10'], { env: npmEnv() })
  const at = join(folder, 'node_modules')
  return { name: `Node ${major}`, node: join(at, platform, 'bin/node'), npm: join(at, 'npm/bin/npm-cli.js') }
}

/** `npm install -g --ignore-scripts` below `folder`; `cache` is npm's own by default. */
export async function installTarball(
  tarball: string,
  { caller, folder, cache }: { readonly caller: Caller; readonly folder: string; readonly cache?: string },
): Promise<Installed> {
  const prefix = join(folder, 'prefix')
  const programs = join(folder, 'programs')
  for (const made of [prefix, programs]) mkdirSync(made, { recursive: true })
  symlinkSync(caller.node, join(programs, 'node'))
  const path = [programs, join(prefix, 'bin'), '/usr/bin', '/bin'].join(':')
  const npm = async (args: readonly string[]) => {
    const flags = ['-g', '--prefix', prefix, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    const from = cache === undefined ? [] : ['--cache', cache]
    await run(caller.node, [caller.npm, ...args, ...flags, ...from], { cwd: folder, env: { ...npmEnv(), PATH: path } })
  }
  const startedMs = performance.now()
  await npm(['install', tarball])
  const tookMs = performance.now() - startedMs
  const left = () => filesBelow(prefix)
  return {
    path,
    orrery: join(prefix, 'bin/orrery'),
    bytes: left().reduce((sum, file) => sum + lstatSync(file).size, 0),
    tookMs,
    packages: left()
      .filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => {
        const { name = '', scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<InstalledPackage>
        return { name, scripts }
      }),
    uninstall: () => npm(['uninstall', 'orrery']),
    left,
  }
}

/** Without what the npm around us set for the scripts of this project. */
function npmEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}
