// A text of strangers as a model may be told it: one line, nothing that steers, no path that a program would open, no secret.
import { oneLine } from '#base/cut-text.ts'
import { printable } from '#base/printable.ts'
import { terminalText } from '#base/terminal-text.ts'

/** Longest fact, in characters. */
const factLimit = 180

/** Marks that change how text is read or shown: direction, joiners, tags, variation. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

export function plainFact(text: string): string {
  // A carriage return hides nothing here.
  const shown = terminalText(text.replaceAll('\r', ' '), { keepColour: false })
  const readable = printable(shown).replaceAll(invisible, '')
  return oneLine(withoutPaths(withoutSecrets(readable)), factLimit)
}

/** Where a path may begin within a line. */
const before = String.raw`(?<=^|[\s"'\x60(\[{<=:,;|>])`
const paths: readonly RegExp[] = [
  new RegExp(String.raw`${before}file:\S+`, 'gi'),
  // /home/ada/x, ~/x, $HOME/x, ./x, ../x; not what follows the scheme of an address.
  new RegExp(String.raw`${before}(?!(?<=\w:)//)(?:~[\w.-]*|\$\{?\w+\}?|\.{1,2})?/[^\s"'\x60)\]}>,;|]*`, 'g'),
  // C:\Users\ada, \\host\share
  new RegExp(String.raw`${before}(?:[A-Za-z]:[\\/]|\\\\)[^\s"'\x60)\]}>,;|]*`, 'g'),
]
/** What programs of models look for in a prompt and read: anything with a slash that ends as an image or a sound does. */
const media = /[^\s"'`]*[\\/][^\s"'`]*\.(?:jpe?g|png|webp|gif|bmp|svg|pdf|wav|mp3|flac|m4a)\b/gi

function withoutPaths(text: string): string {
  const marked = paths.reduce((rest, path) => rest.replaceAll(path, '[path]'), text)
  return marked.replaceAll(media, '[path]')
}

const secrets: readonly RegExp[] = [
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|glpat|xox[abprs]|hf|npm|pypi|orrery)[-_][A-Za-z0-9_-]{10,}/g,
  /\bgithub_pat_\w{10,}/g,
  /\bA(?:KIA|SIA)[A-Z0-9]{12,}/g,
  /\bAGE-SECRET-KEY-\w+/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /(?<=\bbearer\s+)[^\s"']{8,}/gi,
  /-----BEGIN[^-]*-----.*?(?:-----END[^-]*-----|$)/g,
  /(?<=:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g,
]
/** An environment in a message: names may be told, values may not. */
const assignment = /\b([A-Z][A-Z0-9_]{2,})=(?:"[^"]*"|'[^']*'|\S+)/g

function withoutSecrets(text: string): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
    .replaceAll(assignment, '$1=[hidden]')
}
