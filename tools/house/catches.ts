// A failure is never dropped without a word: whoever catches one does something, or says why there is nothing to do.
import { commentBefore } from './exports.ts'
import { found, isNode, walk, type FileRule, type Finding, type Node, type Source } from './source.ts'

const said = { rule: 'silent-catch', says: 'do something here, or say why nothing is to be done' }

/** `catch {}` and `.catch(() => {})`, which says why in itself or right above its statement. */
export const silentCatch: FileRule = (source) => {
  const findings: Finding[] = []
  const statements: Node[] = []
  walk(source.program, (node) => {
    if (/Statement$|Declaration$|^PropertyDefinition$/.test(node.type)) statements.push(node)
    if (node.type === 'CatchClause' && isEmpty(node.body) && !isExplained(source, node.body as Node))
      findings.push(found(source, node, said))
    if (node.type !== 'CallExpression' || !isSilentHandler(node)) return
    const [handler] = node.arguments as readonly Node[]
    // Parents come first, so the last one around the call is the nearest.
    const around = statements.findLast(({ start, end }) => start <= node.start && node.end <= end)
    if (
      handler !== undefined &&
      !isExplained(source, { start: handler.start, end: node.end }) &&
      !hasCommentAbove(source, around ?? node)
    )
      findings.push(found(source, handler, said))
  })
  return findings
}

function isSilentHandler({ callee, arguments: given }: Node): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return false
  const [handler] = given as readonly Node[]
  if (callee.property.name !== 'catch' || handler === undefined || !isNode(handler.body)) return false
  const { body } = handler
  return isEmpty(body) || (body.type === 'Identifier' && body.name === 'undefined')
}

function isEmpty(block: unknown): boolean {
  return isNode(block) && block.type === 'BlockStatement' && (block.body as readonly Node[]).length === 0
}

function isExplained({ comments }: Source, { start, end }: Pick<Node, 'start' | 'end'>): boolean {
  return comments.some((comment) => comment.start > start && comment.end < end)
}

/** Above the line on which the statement begins. */
function hasCommentAbove(source: Source, statement: Node): boolean {
  return commentBefore(source, { start: source.text.lastIndexOf('\n', statement.start) + 1 }) !== null
}
