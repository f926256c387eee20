// Which scripts a browser must have before it can draw the page.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Script = { readonly name: string; readonly text: Buffer }

/** Those that index.html names and all that they import at once, each once. */
export function readEagerScripts(web: string): readonly Script[] {
  const names = new Set(namesIn(readFileSync(join(web, 'index.html'), 'utf8'), /(?:src|href)="\/assets\/([^"]+\.js)"/g))
  // Walks a growing set: what it finds is walked as well.
  return [...walk(names, web)]
}

function* walk(names: Set<string>, web: string): Generator<Script> {
  for (const name of names) {
    const text = readFileSync(join(web, 'assets', name))
    const imported = namesIn(text.toString(), /\b(?:import|from)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)
    for (const next of imported) names.add(basename(next))
    yield { name, text }
  }
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])
}
