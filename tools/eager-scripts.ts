// Which scripts a browser must have before it can draw the page.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What they may weigh together, each compressed by gzip, in thousands of bytes. */
export const mostKilobytes = 130

export type Script = { readonly name: string; readonly text: Buffer }

/** Throws when the page in this folder needs more script than that for its first picture. */
export function refuseLargeStart(web: string): void {
  const kilobytes = weigh(readEagerScripts(web))
  if (kilobytes <= mostKilobytes) return
  throw new Error(
    `the page loads ${kilobytes.toFixed(1)} KB of script before it can be drawn, and may load ${mostKilobytes}: ` +
      'fetch what the first picture does not need with its first use (src/platform/web/lazy)',
  )
}

/** In thousands of bytes, each compressed by gzip. */
export function weigh(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0) / 1000
}

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
