// From a template and a prompt to the argv that runs: prompts that look like options, and prompts too long for an argument.
import { err, ok, type Result } from '#base/result.ts'
import { fillArgument, fillTemplate, placeholders, type PlaceholderValues } from './command.ts'

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
  if (long === undefined) return ok({ argv: fillSafely(template, values), promptFile: 'none' })
  const shortened = isTooLong(values.prompt) ? promptAsFile(request, template) : null
  if (shortened === null || shortened.argv.some(isTooLong)) return err(tooLong)
  return ok(shortened)
}

const tooLong =
  'is longer than the 128 KiB that one argument can hold: put it into a file, and have the agent read that'

/** An interactive command without `{prompt}` gets the prompt as its last argument; without a prompt there is no argument. */
function withOptionalPrompt(template: readonly string[], prompt: string): readonly string[] {
  if (prompt === '') return template.filter((argument) => argument !== '{prompt}')
  return template.some((argument) => argument.includes('{prompt}')) ? template : [...template, '{prompt}']
}

type Dialect = {
  /** After which arguments a value is an operand, so that one that begins with `-` can stand behind `--`. */
  readonly operandAfter: RegExp | null
  /** `in_place`: the value stays where it is. `last`: it moves to the end, since options may follow it in the template. */
  readonly operandPlace: 'in_place' | 'last'
  /** How a prompt of any length can be given. */
  readonly long: 'stdin' | 'script' | 'refused'
}

const claude: Dialect = { operandAfter: /^(-p|--print|[^-].*)$/s, operandPlace: 'last', long: 'stdin' }
/** Takes any value after an option, but for names of its global options: `--message=--dev` is safe. */
const openclaw: Dialect = { operandAfter: null, operandPlace: 'in_place', long: 'refused' }
const shell: Dialect = { operandAfter: /^-[a-z]*c$/, operandPlace: 'in_place', long: 'script' }

/** What is known of programs, each tried; a program that is not here gets its arguments as the template has them. */
const dialects: Readonly<Record<string, Dialect>> = {
  claude,
  openclaw,
  sh: shell,
  bash: shell,
  dash: shell,
  ksh: shell,
  zsh: shell,
}

function dialectOf([program = '']: readonly string[]): Dialect | null {
  return dialects[program.slice(program.lastIndexOf('/') + 1)] ?? null
}

/** Fills the template so that a value that begins with `-` is not taken for an option. */
function fillSafely(template: readonly string[], values: PlaceholderValues): string[] {
  const dialect = dialectOf(template)
  const argv: string[] = []
  const last: string[] = []
  for (const argument of template) {
    const value = fillArgument(argument, values)
    const before = argv.at(-1) ?? ''
    const isDashed = isPlaceholderAlone(argument) && value.startsWith('-') && !argv.includes('--')
    if (dialect === null || !isDashed) argv.push(value)
    else if (dialect.operandAfter === null)
      argv.push(...(before.startsWith('--') ? [`${argv.pop()}=${value}`] : [value]))
    else if (!dialect.operandAfter.test(before)) argv.push(value)
    else if (dialect.operandPlace === 'last') last.push(value)
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
  const long = at === -1 ? 'refused' : (dialectOf(template)?.long ?? 'refused')
  if (long === 'stdin' && template.some((argument) => argument === '-p' || argument === '--print')) {
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
