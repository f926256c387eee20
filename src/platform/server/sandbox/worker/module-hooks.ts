// Resolves `orrery/strand`, and loads each of the user's modules from the text that its generation began with.
import { registerHooks, type LoadHookSync, type ResolveHookSync } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ModuleSource, Sources, WorkerSettings } from './messages.ts'

/** A folder of modules larger than this is read from disk each time. */
const maxKeptChars = 16 * 1024 * 1024

export type ModuleSources = {
  /** Text of every module of the user's that was loaded. */
  all(): Sources
}

export function hookModules({ home, entry, sources }: WorkerSettings): ModuleSources {
  const own = pathToFileURL(`${home}/`).href
  const isOwn = (url: string): boolean => url.startsWith(own) && !url.includes('/node_modules/')
  const loaded = new Map(sources)
  const imports = new Map<string, Set<string>>()
  let keptChars = 0

  const resolve: ResolveHookSync = (specifier, context, next) => {
    if (specifier === 'orrery/strand') return { url: entry, format: 'module', shortCircuit: true }
    const found = next(specifier, context)
    const { parentURL } = context
    if (parentURL !== undefined && isOwn(parentURL) && isOwn(found.url)) remember(imports, parentURL, found.url)
    return found
  }
  const load: LoadHookSync = (url, context, next) => {
    const kept = sources.get(url)
    if (kept !== undefined) return { format: kept.format, source: kept.text, shortCircuit: true }
    const found = next(url, context)
    if (!isOwn(url) || found.source === undefined || found.source === null || !found.format) return found
    const text = textOf(found.source)
    keptChars += text.length
    if (keptChars <= maxKeptChars) loaded.set(url, { format: found.format, text, imports: [] })
    return found
  }
  registerHooks({ resolve, load })
  return {
    all: () => new Map([...loaded].map(([url, source]) => [url, withImports(source, imports.get(url))])),
  }
}

function remember(imports: Map<string, Set<string>>, parent: string, child: string): void {
  const known = imports.get(parent)
  if (known === undefined) imports.set(parent, new Set([child]))
  else known.add(child)
}

function withImports(source: ModuleSource, imports: ReadonlySet<string> | undefined): ModuleSource {
  return imports === undefined ? source : { ...source, imports: [...imports] }
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  if (typeof source === 'string') return source
  return source instanceof ArrayBuffer
    ? Buffer.from(source).toString()
    : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString()
}
