// CSS files that stand outside the layer of their room.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './source.ts'

/** Tokens and fonts hold everywhere, and the order of the layers is no style. */
const outside = /\/(theme|public)\//

/** Every rule of a file belongs to the layer that its folder names; what it imports may go to `vendor` instead. */
export function strayLayers(root: string): Finding[] {
  return globSync('src/{rooms,platform/web}/**/*.css', { cwd: root })
    .toSorted()
    .filter((path) => !outside.test(path))
    .flatMap((path) => {
      const layer = layerOf(path)
      const names = openedIn(readFileSync(join(root, path), 'utf8'))
      if (names.length > 0 && names.every((name) => name === layer || name === 'base' || name === 'vendor')) return []
      return [{ path, line: 1, rule: 'layer-of-room', says: `put all of it into @layer ${layer}` }]
    })
}

/** These place the parts of other rooms, and so win over all of them. */
const placing = new Set(['board', 'home'])

function layerOf(path: string): string {
  const { side, name = '' } = /^src\/(?<side>rooms|platform\/web)\/(?<name>[\w-]+)\//.exec(path)?.groups ?? {}
  return side === 'rooms' && !placing.has(name) ? `rooms.${name}` : name
}

/** What stands at the left edge: the names of its layers, and any other rule as it is. */
function openedIn(css: string): string[] {
  const lines = css.replaceAll(/\/\*[^]*?\*\//g, '').split('\n')
  const starts = lines.filter((line) => /^[^\s}]/.test(line))
  return starts.map((line) => /^@layer ([\w.-]+) \{$|layer\((\w+)\);$/.exec(line)?.slice(1).find(Boolean) ?? line)
}
