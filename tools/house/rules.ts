// The rules of the house that neither the compiler nor the linter can say.
import { silentCatch } from './catches.ts'
import { circlesIn } from './circles.ts'
import { deadClasses } from './dead-classes.ts'
import { deadReferences } from './dead-references.ts'
import { strayLayers } from './layers.ts'
import { exportsOf, type Exported } from './exports.ts'
import { castOfAnswer, loneFetch } from './page-answers.ts'
import { pageSchemas } from './page-schemas.ts'
import { valueInPorts } from './ports.ts'
import { found, isNode, walk, type FileRule, type Finding, type Node, type Source } from './source.ts'

/** Everything that is broken in the sources, in the order of the rules. */
export function judgeHouse(root: string, sources: readonly Source[]): Finding[] {
  const each = fileRules.flatMap((rule) => sources.flatMap(rule))
  return [
    ...each,
    ...declaredTwice(sources),
    ...circlesIn(sources),
    ...deadClasses(root, sources),
    ...strayLayers(root),
    ...pageSchemas(sources),
    ...deadReferences(root, sources),
  ]
}

/** Rules that the sources hold: all there are. A new one joins them once the sources hold it. */
export const inForce = new Set([
  'cast-of-answer',
  'circle',
  'dead-class',
  'dead-reference',
  'declared-twice',
  'documented-export',
  'kind-in-board',
  'layer-of-room',
  'literal-path',
  'lone-fetch',
  'lone-socket',
  'own-tmux',
  'page-schema',
  'silent-catch',
  'stray-barrel',
  'types-of-contract',
  'value-in-ports',
])

/** Where routes are declared. */
const routeHome = /^src\/(platform|rooms\/\w+)\/api\.ts$/

/** The page loads api.ts, and schemas weigh more than the page: of a contract it takes types alone. */
const typesOfContract: FileRule = (source) => {
  if (!routeHome.test(source.path)) return []
  return (source.program.body as readonly Node[])
    .filter((node) => node.type === 'ImportDeclaration' && node.importKind !== 'type' && isContract(node.source))
    .map((node) => found(source, node, { rule: 'types-of-contract', says: 'import types alone from a contract' }))
}

function isContract(from: unknown): boolean {
  return isNode(from) && typeof from.value === 'string' && /\/contract(\/[\w-]+)?\.ts$/.test(from.value)
}

/** A path stands once, in the api.ts of its room. */
const literalPath: FileRule = (source) => {
  if (routeHome.test(source.path)) return []
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (!/^\/(api|ws)(\/|$)/.test(textOf(node))) return
    findings.push(
      found(source, node, { rule: 'literal-path', says: 'declare the route in an api.ts and take it from there' }),
    )
  })
  return findings
}

function textOf(node: Node): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return ''
  const [first] = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return first?.value.cooked ?? ''
}

/** What a room offers to others says in a sentence what it is. */
const documentedExport: FileRule = (source) => {
  if (!offered.some((form) => form.test(source.path))) return []
  const all = exportsOf(source)
  return all
    .filter((one) => one.comment === null && !isToldBySibling(one, all))
    .map(({ name, node }) => found(source, node, { rule: 'documented-export', says: `${name} needs a sentence` }))
}

const offered = [
  /^src\/platform\/\w+\.ts$/,
  /^src\/rooms\/\w+\/(contract|api|contract\/[\w-]+)\.ts$/,
  /^src\/rooms\/\w+\/(server|web)\/(index|ports)\.ts$/,
  /^src\/rooms\/\w+\/web\/contract\.ts$/,
]

/** A type that is made from a schema, a list or the like is told by the sentence of that. */
function isToldBySibling({ name, isType }: Exported, all: readonly Exported[]): boolean {
  if (!isType) return false
  const stem = name.toLowerCase()
  return all.some(({ comment, ...other }) => {
    const like = other.name.toLowerCase()
    return comment !== null && !other.isType && (like === `${stem}schema` || like === `${stem}s` || like === stem)
  })
}

/** The board knows cards, not which kinds of them there are. */
const kindInBoard: FileRule = (source) => {
  if (!source.path.startsWith('src/rooms/board/')) return []
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (!tellsKinds(node)) return
    findings.push(
      found(source, node, { rule: 'kind-in-board', says: 'ask the CardKind instead of telling kinds apart' }),
    )
  })
  return findings
}

function tellsKinds({ type, left, right, test }: Node): boolean {
  if (type === 'SwitchCase') return cardKinds.has(sideOf(test))
  return type === 'BinaryExpression' && cardKinds.has(sideOf(left)) !== cardKinds.has(sideOf(right))
}

const cardKinds = new Set(["'session'", "'task'"])

function sideOf(side: unknown): string {
  return isNode(side) && side.type === 'Literal' ? `'${String(side.value)}'` : ''
}

/** One place of the page opens sockets, so that all reconnect alike. */
const loneSocket: FileRule = (source) => {
  if (!/^src\/(platform|rooms\/\w+|app)\/web\//.test(source.path) || source.path === socketHome) return []
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (node.type !== 'NewExpression' || !isNode(node.callee) || node.callee.name !== 'WebSocket') return
    findings.push(found(source, node, { rule: 'lone-socket', says: `open it with ${socketHome}` }))
  })
  return findings
}

const socketHome = 'src/platform/web/live/socket-world.ts'

/** tmux quotes, targets and expands in ways of its own: one folder knows them. `attach` replaces the command by a client. */
const ownTmux: FileRule = (source) => {
  if (!/^src\/(platform|rooms\/\w+)\/server\//.test(source.path) || tmuxHomes.test(source.path)) return []
  const findings: Finding[] = []
  walk(source.program, (node) => {
    const first = node.type === 'ArrayExpression' ? node.elements : node.type === 'CallExpression' ? node.arguments : []
    const [program] = first as readonly (Node | null)[]
    const isRun = node.type === 'ArrayExpression' || /^(spawn|exec)/.test(nameOf(node.callee))
    if (!isRun || !isNode(program) || textOf(program) !== 'tmux') return
    findings.push(found(source, node, { rule: 'own-tmux', says: 'ask the client of platform/server/tmux' }))
  })
  return findings
}

const tmuxHomes = /^src\/(platform\/server\/tmux\/|rooms\/sessions\/server\/cli\/attach\.ts$)/

function nameOf(callee: unknown): string {
  return isNode(callee) && typeof callee.name === 'string' ? callee.name : ''
}

/** Only what a room offers as a whole passes on what others declare: anywhere else an import says where a thing stands. */
const strayBarrel: FileRule = (source) => {
  const body = source.program.body as readonly Node[]
  if (source.path.endsWith('/index.ts') || body.length === 0) return []
  if (!body.every(({ type, source: from }) => /^Export(All|Named)Declaration$/.test(type) && isNode(from))) return []
  return [found(source, source.program, { rule: 'stray-barrel', says: 'import each thing from where it is declared' })]
}

/** A type of the wire or of a port has one home; two of one name drift apart. */
function declaredTwice(sources: readonly Source[]): Finding[] {
  const homes = new Map<string, string>()
  const findings: Finding[] = []
  for (const source of sources) {
    for (const { name, isType, node } of exportsOf(source)) {
      if (!isType) continue
      const home = homes.get(name)
      if (home === undefined) homes.set(name, source.path)
      else findings.push(found(source, node, { rule: 'declared-twice', says: `${name} is declared in ${home}, too` }))
    }
  }
  return findings
}

const fileRules: readonly FileRule[] = [
  typesOfContract,
  literalPath,
  documentedExport,
  silentCatch,
  kindInBoard,
  loneSocket,
  loneFetch,
  castOfAnswer,
  strayBarrel,
  valueInPorts,
  ownTmux,
]
