// What a module declares and exports, with the comment that stands before each.
import { isNode, type Comment, type Node, type Source } from './source.ts'

export type Exported = {
  readonly name: string
  readonly isType: boolean
  readonly node: Node
  /** The comment that ends right before the declaration, or null. */
  readonly comment: Comment | null
}

/** The declarations that a module exports; re-exports of other modules are not among them. */
export function exportsOf(source: Source): Exported[] {
  const body = source.program.body as readonly Node[]
  return body.flatMap((node) => {
    const { declaration } = node
    if (node.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return []
    const comment = commentBefore(source, node)
    const isType = declaration.type.startsWith('TS')
    return namesOf(declaration).map((name) => ({ name, isType, node, comment }))
  })
}

function namesOf(declaration: Node): string[] {
  if (declaration.type !== 'VariableDeclaration') return nameOf(declaration.id)
  return (declaration.declarations as readonly Node[]).flatMap(({ id }) => nameOf(id))
}

function nameOf(id: unknown): string[] {
  return isNode(id) && typeof id.name === 'string' ? [id.name] : []
}

/** A comment at the end of the line before is about that line. */
export function commentBefore({ text, comments }: Source, node: Pick<Node, 'start'>): Comment | null {
  const near = comments.find(({ end }) => end <= node.start && text.slice(end, node.start).trim() === '')
  if (near === undefined) return null
  const lineStart = text.lastIndexOf('\n', near.start) + 1
  return text.slice(lineStart, near.start).trim() === '' ? near : null
}
