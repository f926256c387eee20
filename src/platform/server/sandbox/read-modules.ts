// Imports modules one after the other in a runner, each within a time limit; one that kills its runner fails alone.
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { secondMs } from '#base/time.ts'
import type { ModuleFault, ModuleFile } from './list-modules.ts'
import { BodyFailed, RunnerEnded, type Runner } from './runner.ts'
import type { ModuleData, Sources } from './worker/messages.ts'

export type ReadModule = { readonly module: ModuleFile; readonly url: string; readonly data: ModuleData }

export type ReadModules = {
  readonly read: readonly ReadModule[]
  readonly errors: readonly ModuleFault[]
  /** Those that could not be imported, by their paths. */
  readonly unread: ReadonlyMap<string, ModuleFault>
  readonly sources: Sources
  /** The runner that has the modules loaded; null when none of them is. */
  readonly runner: Runner | null
}

/** A module only declares; one that waits longer for something would hold up every reload. */
export const importLimitMs = 10 * secondMs

export type ModuleImport = {
  readonly home: string
  readonly importLimitMs: number
  readonly makeRunner: () => Runner
}

export async function readModules(modules: readonly ModuleFile[], options: ModuleImport): Promise<ReadModules> {
  const { read, unread, runner, died } = await importAll(modules, options)
  if (!died) return { read, unread, errors: [...unread.values()], runner, sources: await sourcesOf(runner) }
  // A module that killed its runner took the texts of the good ones along: these are read again, by themselves.
  await runner?.end('another runner takes its place', null)
  const again = await importAll(
    read.map(({ module }) => module),
    options,
  )
  return {
    read: again.read,
    unread: new Map([...unread, ...again.unread]),
    errors: [...unread.values(), ...again.unread.values()],
    runner: again.runner,
    sources: await sourcesOf(again.runner),
  }
}

async function importAll(modules: readonly ModuleFile[], { home, importLimitMs, makeRunner }: ModuleImport) {
  const read: ReadModule[] = []
  const unread = new Map<string, ModuleFault>()
  const runners: Runner[] = []
  for (const module of modules) {
    const [runner = makeRunner()] = runners.slice(-1).filter(({ isAlive }) => isAlive)
    const isFresh = !runners.includes(runner)
    if (isFresh) runners.push(runner)
    const url = pathToFileURL(module.path).href
    try {
      // On a busy machine a process takes its time to start, which is not the module's fault.
      if (isFresh) await runner.run({ kind: 'sources' }).done
      read.push({ module, url, data: await importWithin(runner, url, importLimitMs) })
    } catch (error) {
      unread.set(module.path, faultOf(error, module, home))
    }
  }
  const last = runners.at(-1)
  const died = runners.some(({ isAlive }) => !isAlive)
  return { read, unread, died, runner: last?.isAlive === true ? last : null }
}

async function sourcesOf(runner: Runner | null): Promise<Sources> {
  if (runner === null) return new Map()
  try {
    return (await runner.run({ kind: 'sources' }).done) as Sources
  } catch (error) {
    // It ended this moment, by what a module left behind; the texts are then read again from disk.
    if (error instanceof RunnerEnded) return new Map()
    throw error
  }
}

async function importWithin(runner: Runner, url: string, limitMs: number): Promise<ModuleData> {
  const { id, done } = runner.run({ kind: 'import', url })
  const timer = setTimeout(() => void runner.end(tooSlow(limitMs), id), limitMs)
  try {
    return (await done) as ModuleData
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(limitMs: number): string {
  return `its import did not end within ${limitMs / secondMs} s: a module only declares, and a step does the work`
}

function faultOf(error: unknown, module: ModuleFile, home: string): ModuleFault {
  const reason = error instanceof Error ? error.message : String(error)
  const place = error instanceof BodyFailed ? error.place : null
  if (place === null) return { file: module.file, line: null, reason }
  const file = relative(home, place.file)
  if (file === module.file) return { file, line: place.line, reason }
  if (file.startsWith('..')) return { file: module.file, line: null, reason }
  return { file, line: place.line, reason: `${reason} (imported by ${module.file})` }
}
