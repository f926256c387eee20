// Command templates of agent types: reading them from settings, and filling their placeholders.
import { nearest } from './nearest.ts'
import { err, ok, type Result } from './result.ts'

/** What a template may name in braces. */
export const placeholders = ['prompt', 'session_name', 'working_dir', 'task_id', 'label'] as const
type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

/**
 * A template as argv: an array stays as it is, a text is split by the quoting of a shell, without a shell. Refuses, with
 * a sentence, an open quote, no program, a program that is a placeholder or begins with `-`, an unknown placeholder.
 */
export function parseTemplate(command: string | readonly string[]): Result<readonly string[], string> {
  const split = typeof command === 'string' ? splitWords(command) : ok(command)
  if (!split.ok) return split
  const problem = findProblem(split.value)
  return problem === null ? split : err(problem)
}

/** Replaces placeholders inside each argument; nothing is split again, and `{{` stands for a brace. */
export function fillTemplate(template: readonly string[], values: PlaceholderValues): string[] {
  return template.map((argument) => fillArgument(argument, values))
}

export function fillArgument(argument: string, values: PlaceholderValues): string {
  return argument.replaceAll(token, (_whole, name: string | undefined) => {
    if (name === undefined) return '{'
    return isPlaceholder(name) ? values[name] : `{${name}}`
  })
}

/** `{{`, or a name in braces, or a brace that is neither. */
const token = /\{\{|\{([^{}]*)\}|\{/g

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name)
}

function findProblem(argv: readonly string[]): string | null {
  const [program = ''] = argv
  if (program.trim() === '') return 'names no program'
  if (program.startsWith('-')) return `begins with ${program}, which is no program`
  if (argv.some((argument) => argument.includes('\0'))) return 'holds a NUL character, which no argument can'
  for (const [whole, name] of argv.flatMap((argument) => [...argument.matchAll(token)])) {
    if (whole === '{{') continue
    if (name === undefined) return 'has a "{" without its "}": write "{{" for a brace'
    if (!isPlaceholder(name)) return unknownPlaceholder(name)
  }
  return /\{(?!\{)/.test(program.replaceAll('{{', '')) ? 'takes its program from a placeholder' : null
}

function unknownPlaceholder(name: string): string {
  const near = nearest(name, placeholders)
  const advice =
    near === null ? `known are ${placeholders.map((known) => `{${known}}`).join(', ')}` : `did you mean {${near}}?`
  return `has the unknown placeholder {${name}}; ${advice} ("{{" is a brace)`
}

/** One word, or the space before one: unquoted, single-quoted and double-quoted parts follow each other in a word. */
const wordPart = /\s+|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/y

function splitWords(text: string): Result<readonly string[], string> {
  const words: string[] = []
  let word: string | null = null
  wordPart.lastIndex = 0
  for (let end = 0; end < text.length; end = wordPart.lastIndex) {
    const part = wordPart.exec(text)
    if (part === null) return err(`has an open quote or a "\\" at its end: ${text.slice(end, end + 40)}`)
    const piece = pieceOf(part)
    if (piece !== null) word = (word ?? '') + piece
    else if (word !== null) words.push(word)
    if (piece === null) word = null
  }
  return ok(word === null ? words : [...words, word])
}

/** The text of a part of a word, null for the space between words. */
function pieceOf([, single, double, escaped, plain]: RegExpExecArray): string | null {
  // Between double quotes a shell gives the backslash a meaning before these alone; a newline after it joins lines.
  if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1').replaceAll('\\\n', '')
  if (escaped !== undefined) return escaped === '\n' ? '' : escaped
  return single ?? plain ?? null
}
