// Preloaded into a service (`node --import`): ends it by SIGKILL at the n-th write point under its home (ORRERY_DIE_AT),
// lists the points (ORRERY_LIST_POINTS), or keeps the home as a death at each of them would leave it (ORRERY_COPY_POINTS).
// A point lies before each operation that changes a file, amid each write, and behind each commit, rename and removal;
// behind any other operation the disk is as before the next one.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const home = `${process.env.SERVICE_HOME}/`
const dieAt = Number(process.env.ORRERY_DIE_AT ?? 0)
const listPath = process.env.ORRERY_LIST_POINTS
const copies = process.env.ORRERY_COPY_POINTS
const { appendFileSync, closeSync, cpSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } = fs
const { open } = fsPromises
let passed = 0

/** `tear` writes half of what the operation would write, into the home that it is given. */
function point(name, tear) {
  passed += 1
  if (listPath !== undefined) appendFileSync(listPath, `${name}\n`)
  if (copies !== undefined) keepCopy(name, tear)
  if (passed !== dieAt) return
  tear?.(home)
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way: nothing more may happen meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

let lastCopied = ''

/**
 * A process that is killed leaves its files as the system holds them. Points that leave the same are kept once. To close a
 * file of SQLite gives up its locks, for which nobody else asks here.
 */
function keepCopy(name, tear) {
  const state = tear === undefined ? stateOf(home) : ''
  if (state !== '' && state === lastCopied) return
  lastCopied = state
  const copy = `${copies}/${String(passed).padStart(4, '0')} ${name.replaceAll('/', ' ')}/`
  cpSync(home, copy, { recursive: true, preserveTimestamps: true })
  tear?.(copy)
}

/** Without what SQLite makes anew when the first one opens its file. */
function stateOf(folder) {
  const hash = createHash('sha1')
  const paths = readdirSync(folder, { recursive: true }).filter((path) => !path.endsWith('-shm'))
  for (const path of paths.toSorted()) {
    const found = statSync(folder + path)
    hash.update(`${path}\0${found.mode}\0${found.size}\0`)
    if (found.isFile()) hash.update(readFileSync(folder + path))
  }
  return hash.digest('hex')
}

/** Puts points around `holder[name]`; `nameOf` answers what a call changes, or null when it is not ours. */
function wrap(holder, name, { nameOf, hasAfter = false, tear }) {
  const original = holder[name]
  holder[name] = function wrapped(...args) {
    const target = nameOf(this, args)
    if (target === null) return original.apply(this, args)
    point(`before ${name} ${target}`)
    if (tear !== undefined) point(`amid ${name} ${target}`, tear(this, args))
    const result = original.apply(this, args)
    if (!hasAfter) return result
    const after = (value) => {
      point(`after ${name} ${target}`)
      return value
    }
    return typeof result?.then === 'function' ? result.then(after) : after(result)
  }
}

/** Paths below the home, by the numbers and handles of files that are open for writing. */
const files = new Map()
const below = (path) => (typeof path === 'string' && path.startsWith(home) ? path.slice(home.length) : null)
const shortOf = (path) => path?.replace(/\.\d+\.\d+\.tmp$/, '.tmp') ?? null
const byPath = (_self, [path]) => shortOf(below(path))
const byNumber = (_self, [file]) => shortOf(files.get(file))
const byHandle = (self) => shortOf(files.get(self))

/** All that write add to the end of a file, or begin it. */
function half(path, data, { flag = 'a', mode } = {}) {
  const bytes =
    typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return (folder) => writeFileSync(folder + path, bytes.subarray(0, bytes.length >> 1), { flag, mode })
}

/** A flag of numbers or letters that can change the file. */
function isForWriting(flags) {
  if (typeof flags === 'number')
    return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
  return /[wa+]/.test(flags ?? 'r')
}

fs.openSync = (path, ...rest) => {
  const name = byPath(null, [path])
  if (name === null || !isForWriting(rest[0])) return openSync(path, ...rest)
  point(`before openSync ${name}`)
  const file = openSync(path, ...rest)
  files.set(file, below(path))
  return file
}
fs.closeSync = (file) => {
  closeSync(file)
  files.delete(file)
}
fsPromises.open = async (path, ...rest) => {
  const name = byPath(null, [path])
  if (name === null || !isForWriting(rest[0])) return open(path, ...rest)
  point(`before open ${name}`)
  const handle = await open(path, ...rest)
  files.set(handle, below(path))
  return handle
}

wrap(fs, 'writeSync', { nameOf: byNumber, tear: (_self, [file, data]) => half(files.get(file), data) })
for (const name of ['fsyncSync', 'fchmodSync']) wrap(fs, name, { nameOf: byNumber })
for (const name of ['renameSync', 'rmSync', 'unlinkSync']) wrap(fs, name, { nameOf: byPath, hasAfter: true })
for (const name of ['mkdirSync', 'chmodSync', 'writeFileSync', 'appendFileSync']) wrap(fs, name, { nameOf: byPath })
for (const name of ['rename', 'rm', 'unlink']) wrap(fsPromises, name, { nameOf: byPath, hasAfter: true })
for (const name of ['mkdir', 'chmod', 'appendFile']) wrap(fsPromises, name, { nameOf: byPath })
wrap(fsPromises, 'writeFile', {
  nameOf: byPath,
  tear: (_self, [path, data, options]) => half(below(path), data, { flag: 'w', ...options }),
})

const sample = await open('/dev/null')
const handles = Object.getPrototypeOf(sample)
await sample.close()
for (const name of ['write', 'writeFile'])
  wrap(handles, name, { nameOf: byHandle, tear: (self, [data]) => half(files.get(self), data) })
// A text that is made slice by slice can be gone through once: half of it is read from the whole.
const { writeFile } = handles
handles.writeFile = function writeWhole(data, ...rest) {
  const isWhole = typeof data === 'string' || ArrayBuffer.isView(data)
  return writeFile.call(this, isWhole ? data : [...data].join(''), ...rest)
}
for (const name of ['sync', 'truncate', 'chmod']) wrap(handles, name, { nameOf: byHandle })

// SQLite writes by itself; what matters is on which side of a commit the process ends.
const statements = Object.getPrototypeOf(new DatabaseSync(':memory:').prepare('SELECT 1'))
wrap(statements, 'run', { nameOf: (self) => (self.sourceSQL === 'COMMIT' ? 'COMMIT' : null), hasAfter: true })
wrap(DatabaseSync.prototype, 'exec', {
  nameOf: (_self, [sql]) => (/^(SELECT|BEGIN)/.test(sql) ? null : sql.trim().split(/\s+/, 3).join(' ')),
  hasAfter: true,
})

syncBuiltinESMExports()
