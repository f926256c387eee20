// Makes the system programs that tests need available: installs them where that needs no question, else names the command.
import { accessSync, constants, globSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from './run.ts'

type Needed = {
  readonly name: string
  /** Any of these will do. */
  readonly programs: readonly string[]
  /** Package names, where they differ from `name`. */
  readonly packages?: Readonly<Record<string, string>>
  /** Tests that need it say so, and are left out. */
  readonly isOptional?: true
}

const needed: readonly Needed[] = [
  { name: 'tmux', programs: ['tmux'] },
  { name: 'zsh', programs: ['zsh'], isOptional: true },
  { name: 'age', programs: ['age'], isOptional: true },
  { name: 'postgresql', programs: globSync('/usr/lib/postgresql/*/bin/postgres'), isOptional: true },
  {
    name: 'chromium',
    programs: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    packages: { brew: '--cask chromium' },
  },
]

type Manager = {
  readonly program: string
  readonly refresh: readonly string[] | null
  readonly install: readonly string[]
  readonly needsRoot: boolean
}

const managers: readonly Manager[] = [
  {
    program: 'apt-get',
    refresh: ['apt-get', 'update', '-q'],
    install: ['apt-get', 'install', '-y', '-q', '--no-install-recommends'],
    needsRoot: true,
  },
  { program: 'dnf', refresh: null, install: ['dnf', 'install', '-y', '-q'], needsRoot: true },
  { program: 'apk', refresh: ['apk', 'update', '-q'], install: ['apk', 'add', '-q'], needsRoot: true },
  {
    program: 'pacman',
    refresh: ['pacman', '-Sy', '--noconfirm', '-q'],
    install: ['pacman', '-S', '--noconfirm', '-q'],
    needsRoot: true,
  },
  { program: 'zypper', refresh: null, install: ['zypper', '-n', '-q', 'install'], needsRoot: true },
  { program: 'brew', refresh: null, install: ['brew', 'install', '-q'], needsRoot: false },
]

/** Answers the names of the programs that are still missing and can't be done without; what to do about them was printed. */
export async function ensureSystem(): Promise<string[]> {
  const missing = needed.filter((one) => !isAvailable(one))
  if (missing.length === 0) return []
  const manager = managers.find(({ program }) => isOnPath(program))
  if (manager === undefined) {
    console.log(`missing for the tests: ${names(missing)}. Install them with your package manager.`)
    return missing.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name)
  }
  await install(missing, manager)
  const left = missing.filter((one) => !isAvailable(one))
  return left.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name)
}

async function install(missing: readonly Needed[], manager: Manager): Promise<void> {
  const prefix = await rightsPrefix(manager)
  const commands = missing.map(({ name, packages }) => [
    ...manager.install,
    ...(packages?.[manager.program] ?? name).split(' '),
  ])
  if (prefix === null) {
    const advice = commands.map((command) => `sudo ${command.join(' ')}`).join(' && ')
    console.log(`missing for the tests: ${names(missing)}. Install them: ${advice}`)
    return
  }
  console.log(`installing for the tests: ${names(missing)} (${manager.program})`)
  const steps = manager.refresh === null ? commands : [manager.refresh, ...commands]
  for (const step of steps) {
    const { code, output } = await capture([...prefix, ...step])
    if (code === 0) continue
    console.log(`${output.trimEnd()}\ncould not run: ${[...prefix, ...step].join(' ')}`)
  }
}

/** What goes before a command that changes the system: nothing, a sudo that asks nothing, or null when we may not. */
async function rightsPrefix({ needsRoot }: Manager): Promise<string[] | null> {
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive']
  if (!needsRoot) return []
  if (process.getuid?.() === 0) return quiet
  if (!isOnPath('sudo')) return null
  const asked = await capture(['sudo', '-n', 'true'])
  return asked.code === 0 ? ['sudo', '-n', ...quiet] : null
}

const names = (missing: readonly Needed[]): string => missing.map(({ name }) => name).join(', ')

const isAvailable = ({ programs }: Needed): boolean => programs.some(isOnPath)

function isOnPath(program: string): boolean {
  const folders = program.startsWith('/') ? [''] : (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
