// The page asks through `call`, which knows the type of each answer: nobody says what an answer is by a cast of his own.
import { found, isNode, walk, type FileRule, type Finding, type Node } from './source.ts'

const page = /^src\/(platform|rooms\/\w+|app)\/web\//
/** Here bytes become an answer of the type that the route names. */
const home = 'src/platform/web/api/'

/** What `call` resolved with, whole or in part, under whatever name, is taken for what its type says. */
export const castOfAnswer: FileRule = (source) => {
  if (!page.test(source.path) || source.path.startsWith(home)) return []
  const answers = new Set<string>()
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (node.type === 'VariableDeclarator' && isAsked(node.init)) namesIn(node.id).forEach((name) => answers.add(name))
  })
  walk(source.program, (node) => {
    const isCast = node.type === 'TSAsExpression' && (isAsked(node.expression) || answers.has(rootOf(node.expression)))
    if (!isCast || isConst(node.typeAnnotation)) return
    findings.push(
      found(source, node, { rule: 'cast-of-answer', says: 'let the route in api.ts say the type of its answer' }),
    )
  })
  return findings
}

/** Another way to the service would have no type at all, and no token. */
export const loneFetch: FileRule = (source) => {
  if (!page.test(source.path) || source.path.startsWith(home)) return []
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 'fetch') return
    findings.push(found(source, node, { rule: 'lone-fetch', says: 'ask with call of platform/web/api' }))
  })
  return findings
}

const asking = new Set(['call', 'callText', 'callBytes', 'fetch'])

/** Whether a value came out of a question, by whatever was done to it on the way. */
function isAsked(value: unknown): boolean {
  let isFound = false
  if (isNode(value) && !/Function/.test(value.type))
    walk(value, ({ type, callee }) => {
      isFound ||= type === 'CallExpression' && isNode(callee) && asking.has(String(callee.name))
    })
  return isFound
}

function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern.name)]
  const parts = [pattern.properties, pattern.elements].filter((all) => Array.isArray(all)).flat()
  return parts.flatMap((part: Node | null) => (isNode(part?.value) ? namesIn(part.value) : namesIn(part)))
}

function rootOf(expression: unknown): string {
  let node = expression
  while (isNode(node) && isNode(node.object)) node = node.object
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : ''
}

function isConst(type: unknown): boolean {
  return isNode(type) && isNode(type.typeName) && type.typeName.name === 'const'
}
