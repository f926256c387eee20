// What the unit of a home is called.
import { hashText } from '#base/hash-text.ts'

/** `program` for the usual home; another one gets its folder's name and a hash of its path, so that none meets another. */
export function unitName(program: string, home: string, usualHome: string): string {
  if (home === usualHome) return program
  const folder = home.split('/').findLast((part) => part !== '') ?? ''
  const slug = folder
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 24)
  return [program, slug, hashText(home).toString(16).padStart(8, '0')].filter((part) => part !== '').join('-')
}
