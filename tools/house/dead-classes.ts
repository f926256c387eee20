// CSS classes that no component names.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { walk, type Finding, type Source } from './source.ts'

/** A class counts as named when its whole name stands in a text of the page's modules, or its prefix before a `${`. */
export function deadClasses(root: string, sources: readonly Source[]): Finding[] {
  const page = sources.filter(({ path }) => /\/web\//.test(path))
  const html = globSync('src/app/web/*.html', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
  const words = new Set([...page.flatMap(textsIn), ...html].flatMap((text) => text.match(/[\w-]+/g) ?? []))
  const prefixes = page.flatMap(({ text }) => [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, prefix = '']) => prefix))
  const isNamed = (name: string): boolean => words.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return globSync('src/**/*.css', { cwd: root })
    .toSorted()
    .flatMap((path) =>
      classesIn(readFileSync(join(root, path), 'utf8'))
        .filter(({ name }) => !isNamed(name) && !foreign.test(name))
        .map(({ name, line }) => ({ path, line, rule: 'dead-class', says: `no component names .${name}` })),
    )
}

/** Neither a comment nor the name of a variable draws anything. */
function textsIn({ program }: Source): string[] {
  const texts: string[] = []
  walk(program, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') texts.push(value)
    if (type === 'TemplateElement') texts.push((value as { readonly raw: string }).raw)
  })
  return texts
}

/** Classes that the terminal's emulator and the plots set. */
const foreign = /^(xterm|scrollbar$|u-)/

function classesIn(css: string): { readonly name: string; readonly line: number }[] {
  const seen = new Set<string>()
  return withoutComments(css)
    .split('\n')
    .flatMap((text, index) => {
      // Declarations hold numbers such as `.5rem`; selectors hold no colon followed by a blank.
      if (/:\s/.test(text) || /^@(import|layer)/.test(text)) return []
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
