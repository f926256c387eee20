// How somebody is called in the history of a node that they asked through another one.
export function throughNode(name: string, node: string): string {
  return `${name} (through ${node})`
}
