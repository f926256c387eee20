// Says what was thrown, and where in the user's own files.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import type { Failure } from './messages.ts'

type Place = NonNullable<Failure['place']>

const maxMessageChars = 4000
/** Frames of the user's own that a person wants to see. */
const maxFrames = 10

/** `url` is the module that was being imported, for faults that name no place; null outside of imports. */
export function describeFailure(error: unknown, home: string, url: string | null): Failure {
  try {
    if (!(error instanceof Error)) return plain(`threw ${shownValue(error)}, which is no Error`)
    const frames = ownFrames(error, home)
    return {
      message: messageOf(error).slice(0, maxMessageChars).toWellFormed(),
      stack: frames.join('\n'),
      place: placeOf(error, home, url),
    }
  } catch (fault) {
    // What was thrown has getters that throw: nothing more is to be learnt of it.
    return plain(`threw something that can't be shown (${fault instanceof Error ? fault.message : typeof fault})`)
  }
}

function plain(message: string): Failure {
  return { message, stack: '', place: null }
}

function shownValue(value: unknown): string {
  return inspect(value, { depth: 2, breakLength: Infinity, maxStringLength: 500, maxArrayLength: 20 })
}

function messageOf(error: Error): string {
  const { name, message, cause } = error
  const text = message === '' ? name : name === 'Error' || message.startsWith(name) ? message : `${name}: ${message}`
  return cause instanceof Error && cause.message !== '' ? `${text}: ${cause.message}` : text
}

/** Paths below the home, as `workflows/backup.ts:12:5`. */
function ownFrames(error: Error, home: string): string[] {
  const own = pathToFileURL(`${home}/`).href
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes(own) && !line.includes('/node_modules/'))
    .slice(0, maxFrames)
    .map((line) => `    ${line.trim().replaceAll(own, '')}`)
}

/** Syntax errors begin their stack with the place; others name it in a frame, or not at all. */
function placeOf(error: Error, home: string, url: string | null): Place | null {
  const stack = error.stack ?? ''
  const own = pathToFileURL(`${home}/`).href
  const head = /^(?<url>file:\/\/\S+?):(?<line>\d+)\n/.exec(stack)?.groups
  if (head !== undefined) return { file: fileURLToPath(head.url ?? ''), line: Number(head.line) }
  const missing = placeOfMissing(error)
  if (missing !== null) return missing
  const frame = stack.split('\n').find((line) => line.includes(own))
  const groups = /(?<url>file:\/\/[^\s)]+):(?<line>\d+):\d+\)?$/.exec(frame ?? '')?.groups
  if (groups !== undefined) return { file: fileURLToPath(groups.url ?? ''), line: Number(groups.line) }
  if (url === null) return null
  const file = fileURLToPath(url)
  return { file, line: error instanceof SyntaxError ? lineOfSyntaxError(file) : null }
}

/** The line of the import that leads nowhere. */
function placeOfMissing(error: Error): Place | null {
  const pattern = /^Cannot find (?:module|package) '(?<name>[^']+)' imported from (?<file>.+)$/
  const groups = pattern.exec(error.message.split('\n', 1)[0] ?? '')?.groups
  if (groups === undefined) return null
  const file = (groups.file ?? '').startsWith('file:') ? fileURLToPath(groups.file ?? '') : (groups.file ?? '')
  const wanted = groups.name?.split('/').at(-1) ?? ''
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.findIndex((line) => line.includes(wanted) && /['"]/.test(line))
  return { file, line: found === -1 ? null : found + 1 }
}

/** Node does not tell the line of a fault in plain JavaScript; the parser of types does. */
function lineOfSyntaxError(file: string): number | null {
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { sourceUrl: 'file' })
    return null
  } catch (error) {
    const line = error instanceof Error ? /^file:(?<line>\d+)\n/.exec(error.stack ?? '')?.groups?.line : undefined
    return line === undefined ? null : Number(line)
  }
}
