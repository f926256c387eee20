// What stands in a ports.ts: functions that a room needs of others. Values that travel have their home in a contract.
import { exportsOf, type Exported } from './exports.ts'
import { found, isNode, walk, type FileRule } from './source.ts'

const portsOfRoom = /^src\/rooms\/\w+\/(server|web)\/ports\.ts$/

/** A type of data alone is no port: a room that hands it over imports it, and of another room it may import contracts. */
export const valueInPorts: FileRule = (source) => {
  if (!portsOfRoom.test(source.path)) return []
  return exportsOf(source)
    .filter((one) => one.isType && isData(one))
    .map(({ name, node }) =>
      found(source, node, { rule: 'value-in-ports', says: `declare ${name} in a contract of the room that takes it` }),
    )
}

/** What a room is opened with is named for it, and may hold values of others' types; any other object has to answer. */
function isData({ name, node }: Exported): boolean {
  const { declaration } = node
  if (/Ports?$/.test(name) || !isNode(declaration)) return false
  const { typeAnnotation } = declaration
  if (!isNode(typeAnnotation) || typeAnnotation.type !== 'TSTypeLiteral') return false
  let answers = false
  walk(typeAnnotation, ({ type }) => {
    answers ||= type === 'TSFunctionType' || type === 'TSMethodSignature'
  })
  return !answers
}
