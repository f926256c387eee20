// Preloaded into a service (`node --import`): ends it by SIGKILL at the n-th write point under its home, or lists the points.
// A point lies before each operation that changes a file, amid each write, and behind each commit, rename and removal;
// behind any other operation the disk is as before the next one.
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const home = `${process.env.SERVICE_HOME}/`
const dieAt = Number(process.env.ORRERY_DIE_AT ?? 0)
const listPath = process.env.ORRERY_LIST_POINTS
const { appendFileSync, openSync, closeSync, writeSync } = fs
const { open } = fsPromises
let passed = 0

function point(name) {
  passed += 1
  if (listPath !== undefined) appendFileSync(listPath, `${name}\n`)
  if (passed !== dieAt) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way: nothing more may happen meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Puts points around `holder[name]`; `nameOf` answers what a call changes, or null when it is not ours. */
function wrap(holder, name, { nameOf, hasAfter = false, tear }) {
  const original = holder[name]
  holder[name] = function wrapped(...args) {
    const target = nameOf(this, args)
    if (target === null) return original.apply(this, args)
    point(`before ${name} ${target}`)
    if (tear !== undefined) amid(this, args, `amid ${name} ${target}`)
    const result = original.apply(this, args)
    if (!hasAfter) return result
    const after = (value) => {
      point(`after ${name} ${target}`)
      return value
    }
    return typeof result?.then === 'function' ? result.then(after) : after(result)
  }
  function amid(self, args, pointName) {
    if (passed + 1 === dieAt) tear(self, args)
    point(pointName)
  }
}

const files = new Map()
const shortOf = (path) => path.slice(home.length).replace(/\.\d+\.\d+\.tmp$/, '.tmp')
const byPath = (_self, [path]) => (typeof path === 'string' && path.startsWith(home) ? shortOf(path) : null)
const byNumber = (_self, [file]) => files.get(file) ?? null
const byHandle = (self) => files.get(self) ?? null

function firstHalf(data) {
  const bytes =
    typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.subarray(0, bytes.length >> 1)
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
  files.set(file, name)
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
  files.set(handle, name)
  return handle
}

wrap(fs, 'writeSync', { nameOf: byNumber, tear: (_self, [file, data]) => writeSync(file, firstHalf(data)) })
for (const name of ['fsyncSync', 'fchmodSync']) wrap(fs, name, { nameOf: byNumber })
for (const name of ['renameSync', 'rmSync', 'unlinkSync']) wrap(fs, name, { nameOf: byPath, hasAfter: true })
for (const name of ['mkdirSync', 'chmodSync', 'writeFileSync', 'appendFileSync']) wrap(fs, name, { nameOf: byPath })
for (const name of ['rename', 'rm', 'unlink']) wrap(fsPromises, name, { nameOf: byPath, hasAfter: true })
for (const name of ['mkdir', 'chmod', 'appendFile']) wrap(fsPromises, name, { nameOf: byPath })
wrap(fsPromises, 'writeFile', {
  nameOf: byPath,
  tear(_self, [path, data, options]) {
    const file = openSync(path, options?.flag ?? 'w', options?.mode)
    writeSync(file, firstHalf(data))
  },
})

const sample = await open('/dev/null')
const handles = Object.getPrototypeOf(sample)
await sample.close()
wrap(handles, 'write', {
  nameOf: byHandle,
  tear: (self, [data, ...rest]) =>
    writeSync(self.fd, firstHalf(data), 0, undefined, typeof data === 'string' ? rest[0] : rest[2]),
})
wrap(handles, 'writeFile', { nameOf: byHandle, tear: (self, [data]) => writeSync(self.fd, firstHalf(data)) })
for (const name of ['sync', 'truncate', 'chmod']) wrap(handles, name, { nameOf: byHandle })

// SQLite writes by itself; what matters is on which side of a commit the process ends.
const statements = Object.getPrototypeOf(new DatabaseSync(':memory:').prepare('SELECT 1'))
wrap(statements, 'run', { nameOf: (self) => (self.sourceSQL === 'COMMIT' ? 'COMMIT' : null), hasAfter: true })
wrap(DatabaseSync.prototype, 'exec', {
  nameOf: (_self, [sql]) => (/^(SELECT|BEGIN)/.test(sql) ? null : sql.trim().split(/\s+/, 3).join(' ')),
  hasAfter: true,
})

syncBuiltinESMExports()
