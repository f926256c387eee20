// Takes secrets out of finished log lines, wherever in them they stand: by name, by form, and by known value.

const mask = '[redacted]'

/** Fields whose value never belongs into a log, at any depth, in JSON or in JSON quoted inside JSON. */
const secretNames =
  '(?:proxy-)?authorization|cookie|set-cookie|sec-websocket-protocol|[\\w-]*(?:token|secret|password|passwd|api_?key)|' +
  'SERVICE_STORE_KEY|store_?key|private_?key|DATABASE_URL|databaseUrl|login_?code'

const quotedText = String.raw`\\"(?:(?!\\").)*\\"`

/** `"token":`, before a value of any kind. */
const fieldName = new RegExp(String.raw`"(?:${secretNames})"\s*:\s*`, 'gi')
const quotedField = new RegExp(String.raw`(\\"(?:${secretNames})\\"\s*:\s*)(?:${quotedText}|\[[^\]]*\])`, 'gi')
/** `Bearer …` and `Basic …` in running text. */
const credentials = /\b(Bearer|Basic)(\s+)[\w.~+/=-]{6,}/gi
/** `token=…`, `#login=…` and the like in addresses and command lines. */
const parameter = new RegExp(String.raw`\b(${secretNames}|login|code)=([^\s&"'\\#]+)`, 'gi')
/** The user part of an address: `postgres://user:password@host`. */
const userInfo = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'\\]+@/gi

/**
 * Makes the function that every log line passes through. `known` are secrets in force (the access token, keys of the
 * config): they are masked in any context. Shorter ones than six characters are left to the other rules.
 */
export function makeRedactor(known: ReadonlySet<string>): (line: string) => string {
  let values: string[] = []
  let count = -1
  return (line) => {
    let clean = line
    if (count !== known.size) values = [...known].filter((value) => value.length >= 6).flatMap(spellings)
    count = known.size
    for (const value of values) clean = clean.replaceAll(value, mask)
    return maskFields(clean)
      .replace(quotedField, String.raw`$1\"${mask}\"`)
      .replace(credentials, `$1$2${mask}`)
      .replace(parameter, `$1=${mask}`)
      .replace(userInfo, `$1${mask}@`)
  }
}

/** A value as it is, as JSON spells it, and as an address spells it. */
function spellings(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])]
}

function maskFields(line: string): string {
  let clean = ''
  let done = 0
  for (const { 0: name, index } of line.matchAll(fieldName)) {
    const start = index + name.length
    if (index < done || line.startsWith('null', start)) continue
    clean += `${line.slice(done, start)}"${mask}"`
    done = endOfValue(line, start)
  }
  return clean + line.slice(done)
}

const piece = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\],]+|,/y

/** Where the JSON value at `start` ends, nested ones whole; the end of the line for one that is cut off. */
function endOfValue(line: string, start: number): number {
  let depth = 0
  piece.lastIndex = start
  for (let found = piece.exec(line); found !== null; found = piece.exec(line)) {
    if (/^[{[]/.test(found[0])) depth += 1
    if (/^[}\]]/.test(found[0])) depth -= 1
    if (depth === 0) return piece.lastIndex
  }
  return line.length
}
