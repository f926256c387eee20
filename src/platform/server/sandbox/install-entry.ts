// Puts into the home what a person's modules and their editor need: the module type, and the package with the types.
import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPrivateFile } from '../files/private-file.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'
import type { Log } from '../log/log.ts'
import { version } from '../version.ts'
import { entryFolder } from './runner.ts'

const homeManifest = { type: 'module', private: true }

/**
 * Writes `package.json` when it is missing, and `node_modules/orrery` whenever it is not this version's. The service
 * itself never loads that copy. May be called again; a link in the place of a folder is left as it is.
 */
export function installEntry(home: string, log: Log): void {
  try {
    install(home)
  } catch (error) {
    // A full disk is no reason to be without strands: only editors miss something.
    log.warn({ err: error }, 'the types for strands could not be put into the home')
  }
}

function install(home: string): void {
  const manifest = join(home, 'package.json')
  if (lstatSync(manifest, { throwIfNoEntry: false }) === undefined) writeAtomicSync(manifest, json(homeManifest))
  const folder = ownFolder(ownFolder(home, 'node_modules'), 'orrery')
  if (folder === null) return
  const files = {
    'package.json': json({
      name: 'orrery',
      version,
      type: 'module',
      private: true,
      exports: { './strand': { types: './strand.d.ts', default: './strand.js' } },
    }),
    'strand.js': readFileSync(join(entryFolder, 'strand.js'), 'utf8'),
    'strand.d.ts': readFileSync(join(entryFolder, 'strand.d.ts'), 'utf8'),
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    if (isLink(path) || readPrivateFile(path) !== text) writeAtomicSync(path, text)
  }
}

/** The folder, made when it is missing; null where something else has its name. */
function ownFolder(parent: string | null, name: string): string | null {
  if (parent === null) return null
  const path = join(parent, name)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) mkdirSync(path, { mode: 0o700 })
  return stats === undefined || stats.isDirectory() ? path : null
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
