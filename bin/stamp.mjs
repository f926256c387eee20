// Tells whether dist/ was built from the sources as they are. Every command asks, so it looks at sizes and times first and
// reads contents only when those differ.
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'

const files = ['package.json', 'package-lock.json', 'vite.config.ts', 'tools/build.ts', 'tools/bundle-service.ts']
/** Tests change nothing that is shipped. */
const isShipped = (name) => !/\.(test|testkit)\.tsx?$/.test(name)

/** What identifies the sources: `quick` by sizes and times, `exact` by contents. */
export function readStamp(root) {
  const paths = listSources(root)
  return { quick: quickStamp(root, paths), exact: exactStamp(root, paths) }
}

/** Whether a finished build of the present sources stands in dist/. */
export function isBuilt(root) {
  const known = readKnown(root)
  if (known === null || !existsSync(`${root}/dist/orrery.js`)) return false
  const paths = listSources(root)
  const quick = quickStamp(root, paths)
  if (quick === known.quick) return true
  if (exactStamp(root, paths) !== known.exact) return false
  // Copied, or switched there and back: remembered, so that the contents are not read again next time.
  writeStamp(root, { ...known, quick })
  return true
}

/** Called last, once everything else of the build stands in its place. Best effort: an unwritable dist/ is built again. */
export function writeStamp(root, stamp) {
  const temporary = `${root}/dist/.stamp.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(stamp))
    renameSync(temporary, `${root}/dist/.stamp`)
  } catch {
    return false
  }
  return true
}

function readKnown(root) {
  try {
    return JSON.parse(readFileSync(`${root}/dist/.stamp`, 'utf8'))
  } catch {
    return null
  }
}

/** Relative to the root, in an order that does not depend on the file system. */
function listSources(root) {
  const found = files.filter((file) => existsSync(`${root}/${file}`))
  const folders = ['src']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile() && isShipped(entry.name)) found.push(path)
    }
  }
  return found.toSorted((a, b) => (a < b ? -1 : 1))
}

function quickStamp(root, paths) {
  return paths
    .map((path) => {
      const { size, mtimeMs } = statSync(`${root}/${path}`)
      return `${path} ${size} ${mtimeMs}`
    })
    .join('\n')
}

function exactStamp(root, paths) {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha1')
  for (const path of paths) {
    const content = readFileSync(`${root}/${path}`)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
