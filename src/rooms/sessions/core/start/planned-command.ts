// From a template and a prompt to the argv that runs: prompts that look like options, and prompts too long for an argument.
import type { ArgumentForm } from '#base/harness/adapter.ts'
import { argumentForms } from '#base/harness/argument-forms.ts'
import { err, ok, type Result } from '#base/result.ts'
import { fillArgument, fillTemplate, placeholders, type PlaceholderValues } from '#base/command-template.ts'

/** Linux gives a single argument 128 KiB, its closing NUL included. */
export const argumentLimitBytes = 128 * 1024 - 1

export type PlannedCommand = {
  readonly argv: readonly string[]
  /** Whether the prompt has to stand in `promptPath`, as the program's stdin or as the script that it reads. */
  readonly promptFile: 'none' | 'stdin' | 'script'
}

type CommandRequest = {
  readonly template: readonly string[]
  /** With an interactive template the prompt may be empty. */
  readonly isInteractive: boolean
  readonly values: PlaceholderValues
  /** Where the prompt would stand as a file. */
  readonly promptPath: string
}

/** Refuses, with a sentence, a value that is too long for a program known to take it only as an argument. */
export function planCommand(request: CommandRequest): Result<PlannedCommand, string> {
  const { values } = request
  const template = request.isInteractive ? withOptionalPrompt(request.template, values.prompt) : request.template
  const long = fillTemplate(template, values).find(isTooLong)
  if (long === undefined && formOf(template)?.long === 'stdin_always') {
    const piped = promptAsFile(request, template)
    if (piped !== null) return ok(piped)
  }
  if (long === undefined) return ok({ argv: fillSafely(template, values), promptFile: 'none' })
  const shortened = isTooLong(values.prompt) ? promptAsFile(request, template) : null
  if (shortened === null || shortened.argv.some(isTooLong)) return err(tooLong)
  return ok(shortened)
}

const tooLong =
  'is longer than the 128 KiB that one argument can hold: put it into a file, and have the agent read that'

/** An interactive command without `{prompt}` gets the prompt as its last argument; without a prompt there is no argument. */
function withOptionalPrompt(template: readonly string[], prompt: string): readonly string[] {
  if (prompt === '') return template.filter((argument) => !/^(?:--prompt=)?\{prompt\}$/.test(argument))
  return template.some((argument) => argument.includes('{prompt}')) ? template : [...template, '{prompt}']
}

const unknownForm = { long: 'refused', printWords: [] as readonly string[] } as const
const shell: ArgumentForm = { operandAfter: /^-[a-z]*c$/, operandPlace: 'in_place', long: 'script', printWords: [] }
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'zsh'])

/** Null for a program of which nothing is known: it gets its arguments as the template has them. */
function formOf(template: readonly string[]): ArgumentForm | null {
  const [path = ''] = template
  const program = path.slice(path.lastIndexOf('/') + 1)
  if (shells.has(program)) return shell
  return Object.entries(argumentForms).find(([name]) => name === program)?.[1] ?? null
}

/** Fills the template so that a value that begins with `-` is not taken for an option. */
function fillSafely(template: readonly string[], values: PlaceholderValues): string[] {
  const form = formOf(template)
  const argv: string[] = []
  const last: string[] = []
  for (const argument of template) {
    const value = fillArgument(argument, values)
    const before = argv.at(-1) ?? ''
    const isDashed = isPlaceholderAlone(argument) && value.startsWith('-') && !argv.includes('--')
    if (form === null || !isDashed) argv.push(value)
    else if (form.operandAfter === null) argv.push(...(before.startsWith('--') ? [`${argv.pop()}=${value}`] : [value]))
    else if (!form.operandAfter.test(before)) argv.push(value)
    else if (form.operandPlace === 'last') last.push(value)
    else argv.push('--', value)
  }
  return last.length === 0 ? argv : [...argv, '--', ...last]
}

function isPlaceholderAlone(argument: string): boolean {
  return placeholders.some((name) => argument === `{${name}}`)
}

/** Null where the program is not known to take a prompt in another way. */
function promptAsFile(request: CommandRequest, template: readonly string[]): PlannedCommand | null {
  const at = template.indexOf('{prompt}')
  const rest = template.toSpliced(at, 1)
  const before = template[at - 1] ?? ''
  const { long, printWords } = formOf(template) ?? unknownForm
  if (at === -1) return null
  if (long.startsWith('stdin') && template.some((argument) => printWords.includes(argument))) {
    const argv = before === '--' ? rest.toSpliced(at - 1, 1) : rest
    return { argv: fillTemplate(argv, request.values), promptFile: 'stdin' }
  }
  if (long === 'script' && at === template.length - 1 && before === '-c') {
    const argv = [...fillTemplate(rest.slice(0, -1), request.values), request.promptPath]
    return { argv, promptFile: 'script' }
  }
  return null
}

function isTooLong(text: string): boolean {
  return text.length * 3 > argumentLimitBytes && utf8Bytes(text) > argumentLimitBytes
}

/** A code point above U+FFFF is two units of a string and four bytes. */
function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
