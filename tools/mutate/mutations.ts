// Small faults that a test should notice: a flipped comparison, a dropped call, a changed number, a turned condition.
import { isNode, walk, type Node, type Source } from '../house/source.ts'

export type Mutation = {
  readonly path: string
  readonly start: number
  readonly end: number
  /** What stands in the place of the text from start to end. */
  readonly text: string
}

/** Every single fault that can be made in a module, in the order of the text. */
export function mutationsOf(source: Source): Mutation[] {
  const { path, text, program } = source
  const mutations: Mutation[] = []
  const change = ({ start, end }: Pick<Node, 'start' | 'end'>, replacement: string): void => {
    mutations.push({ path, start, end, text: replacement })
  }
  walk(program, (node) => {
    if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') flip(source, node, change)
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') turn(text, node.test, change)
    if (node.type === 'ExpressionStatement') drop(node, change)
    if (node.type === 'Literal') replaceLiteral(node, change)
  })
  return mutations.toSorted((one, other) => one.start - other.start)
}

type Change = (place: Pick<Node, 'start' | 'end'>, replacement: string) => void

const flipped: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

function flip({ text }: Source, { left, right, operator }: Node, change: Change): void {
  const other = flipped[String(operator)]
  if (other === undefined || !isNode(left) || !isNode(right) || isText(left) || isText(right)) return
  const start = text.indexOf(String(operator), left.end)
  if (start >= 0 && start < right.start) change({ start, end: start + String(operator).length }, other)
}

/** A sum of texts has no difference. */
function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral'
}

function turn(text: string, test: unknown, change: Change): void {
  if (isNode(test)) change(test, `!(${text.slice(test.start, test.end)})`)
}

function drop(node: Node, change: Change): void {
  const { expression } = node
  if (!isNode(expression)) return
  const called = expression.type === 'AwaitExpression' ? expression.argument : expression
  if (isNode(called) && called.type === 'CallExpression') change(node, '{}')
}

function replaceLiteral(node: Node, change: Change): void {
  if (typeof node.value === 'number') change(node, String(node.value + 1))
  if (typeof node.value === 'boolean') change(node, String(!node.value))
}

export function applied(text: string, mutation: Mutation): string {
  return text.slice(0, mutation.start) + mutation.text + text.slice(mutation.end)
}
