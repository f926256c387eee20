// CSS classes that no component names.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, Source } from './source.ts'

/** A class counts as named when its whole name stands anywhere in a module of the page, or its prefix before a `${`. */
export function deadClasses(root: string, sources: readonly Source[]): Finding[] {
  const page = sources.filter(({ path }) => /\/web\//.test(path)).map(({ text }) => text)
  const html = globSync('src/app/web/*.html', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
  const all = [...page, ...html].join('\n')
  const words = new Set(all.match(/[\w-]+/g) ?? [])
  const prefixes = [...new Set([...all.matchAll(/([\w-]+-)\$\{/g)].map(([, prefix = '']) => prefix))]
  const isNamed = (name: string): boolean => words.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return globSync('src/**/*.css', { cwd: root })
    .toSorted()
    .flatMap((path) =>
      classesIn(readFileSync(join(root, path), 'utf8'))
        .filter(({ name }) => !isNamed(name) && !foreign.test(name))
        .map(({ name, line }) => ({ path, line, rule: 'dead-class', says: `no component names .${name}` })),
    )
}

/** Classes that the terminal's emulator and the plots set. */
const foreign = /^(xterm|scrollbar$|u-)/

function classesIn(css: string): { readonly name: string; readonly line: number }[] {
  const seen = new Set<string>()
  return withoutComments(css)
    .split('\n')
    .flatMap((text, index) => {
      // Declarations hold numbers such as `.5rem`; selectors hold no colon followed by a blank.
      if (/:\s/.test(text) || text.includes('@import')) return []
      return [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name = '']) => {
        if (seen.has(name)) return []
        seen.add(name)
        return [{ name, line: index + 1 }]
      })
    })
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}
