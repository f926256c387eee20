// Whether one of the pages that somebody looks at shows what a notification would be about.
import type { Signal } from './signal.ts'

/** `pages`: paths with their queries, as browsers write them. */
export function isLookedAt({ tag, moment, isApproval, link }: Signal, pages: readonly string[]): boolean {
  const [type = '', ...rest] = tag.split(':')
  const id = rest.join(':')
  return pages.some((page) => {
    const [path = '', query = ''] = page.split('?')
    // A panel may be open over any page.
    if (parameter(query, type) === id) return true
    if (type === 'session') return isPath(path, '/terminal', id) || (isApproval && isPath(path, '/approvals', moment))
    return type !== 'task' && (path === link || path.startsWith(`${link}/`))
  })
}

function isPath(path: string, folder: string, id: string): boolean {
  return path === `${folder}/${encodeURIComponent(id)}`
}

function parameter(query: string, name: string): string | null {
  const found = query.split('&').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : decoded(found.slice(name.length + 1))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Typed by hand: it names nothing that we know.
    return text
  }
}
