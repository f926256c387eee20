// How to install a system program here: the command of the package manager that this machine has.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { variable, type Environment } from '../config/environment.ts'

const managers = [
  ['apt-get', 'sudo apt-get install -y'],
  ['dnf', 'sudo dnf install -y'],
  ['pacman', 'sudo pacman -S --noconfirm'],
  ['apk', 'sudo apk add'],
  ['zypper', 'sudo zypper install -y'],
  ['brew', 'brew install'],
] as const

/** `sudo apt-get install -y tmux`, or the best known forms when no manager is found. */
export function installCommand(name: string, environment: Environment): string {
  const manager = managers.find(([tool]) => findProgram(tool, environment) !== null)
  if (manager !== undefined) return `${manager[1]} ${name}`
  return `apt-get install ${name}, dnf install ${name} or brew install ${name}`
}

/** The program's path by the environment's PATH, or null. */
export function findProgram(name: string, environment: Environment): string | null {
  const folders = (variable(environment, 'PATH') ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
