// The catalog of agent types: those built in, one for each harness and a shell, overlaid field by field with `config.agents`.
import { adapterOfCommand, terminalAdapters } from '#base/harness/catalog.ts'
import { harnesses, type Harness } from '#base/harness/adapter.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { AgentSettings, CommandTemplate } from './config.ts'
import type { ConfigProblem } from './problem.ts'
import { checkEntries, isRecord, type Collection, type EntryField } from './entries.ts'
import { choiceValue, optional, textValue, type Kind } from './value-kinds.ts'

/** Checks a command template and splits a string into argv; an error says what is wrong with it. Rooms provide it. */
export type ParseTemplate = (command: string | readonly string[]) => Result<CommandTemplate, string>

const commandValue: Kind<string | readonly string[]> = {
  name: 'list of texts, or text',
  input: { is: 'argv' },
  parse: (value) => {
    if (typeof value === 'string' && value.trim() !== '') return ok(value)
    const isArgv = Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string')
    return isArgv && value[0] !== ''
      ? ok(value)
      : err('a list of texts, program first, or one text split as a shell would')
  },
  fromText: (text) => text,
}

/** Variables that the launcher itself sets, or keeps from agents. */
const reservedVariable = /^(SERVICE_.*|ACCESS_TOKEN|DATABASE_URL)$/

const envValue: Kind<Readonly<Record<string, string>>> = {
  name: 'texts by variable name',
  input: { is: 'variables' },
  parse: (value) => {
    if (!isRecord(value)) return err('an object of texts')
    for (const [name, text] of Object.entries(value)) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        return err(`an object of variables, and "${name}" is no variable name`)
      if (reservedVariable.test(name))
        return err(`an object of variables without ${name}, which the service keeps to itself`)
      if (typeof text !== 'string' || text.includes('\0')) return err(`an object of texts, and ${name} is none`)
    }
    return ok(value as Record<string, string>)
  },
  fromText: (text) => text,
}

export const agentFields = [
  {
    name: 'command',
    kind: commandValue,
    fallbackText: 'of a built-in type; others need one',
    secret: false,
    doc: 'What a launch runs; placeholders are filled inside an argument and never split again.',
  },
  {
    name: 'interactive_command',
    kind: optional(commandValue),
    fallbackText: 'none',
    secret: false,
    doc: 'What an interactive launch runs; without it the type has no interactive mode.',
  },
  {
    name: 'label',
    kind: textValue,
    fallbackText: "the type's name",
    secret: false,
    doc: 'Name in menus and on cards.',
  },
  {
    name: 'harness',
    kind: optional(choiceValue(harnesses)),
    fallbackText: 'by the program of its command, as `claude`; none for any other',
    secret: false,
    doc: 'Which client it is: how its hooks are installed, its screen is read and its conversation is resumed.',
  },
  {
    name: 'env',
    kind: envValue,
    fallbackText: 'none',
    secret: true,
    doc: 'Variables for the agent. Values are masked when printed, since they often are keys.',
  },
] as const satisfies readonly EntryField[]

export const agentTypes: Collection = {
  path: 'agents',
  fields: agentFields,
  /** Part of generated tmux names (`agent-<type>-<6 characters>`), which hold 64 characters at most. */
  namePattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/,
  nameDemand: 'an agent type is named by at most 40 letters, digits, "_" and "-"',
}

const shell: AgentSettings = {
  label: 'Shell',
  command: ['sh', '-c', '{prompt}'],
  interactiveCommand: null,
  harness: null,
  env: {},
}

export const builtInAgents: Readonly<Record<string, AgentSettings>> = {
  ...Object.fromEntries(
    terminalAdapters.map(({ name, label, print, interactive }) => [
      name,
      { label, command: print, interactiveCommand: interactive, harness: name, env: {} },
    ]),
  ),
  shell,
}

/** Lays `config.agents` over the built-in types, field by field. */
export function parseAgents(
  raw: unknown,
  parseTemplate: ParseTemplate,
): { readonly agents: Readonly<Record<string, AgentSettings>>; readonly problems: readonly ConfigProblem[] } {
  const { entries, problems } = checkEntries(raw, agentTypes)
  const found = [...problems]
  const agents: Record<string, AgentSettings> = { ...builtInAgents }
  for (const [type, entry] of entries) {
    const template = (field: string): CommandTemplate | null => {
      const command = entry[field]
      if (command === undefined || command === null) return null
      const parsed = parseTemplate(command as string | readonly string[])
      if (parsed.ok) return parsed.value
      found.push({ at: `agents.${type}.${field}`, reason: parsed.error })
      return null
    }
    const base = builtInAgents[type]
    const command = template('command') ?? base?.command ?? null
    if (command === null && entry.command === undefined) {
      found.push({ at: `agents.${type}`, reason: 'needs a command, since it is no built-in type' })
    }
    agents[type] = {
      label: (entry.label as string | undefined) ?? base?.label ?? type,
      command: command ?? [],
      interactiveCommand:
        entry.interactive_command === undefined ? (base?.interactiveCommand ?? null) : template('interactive_command'),
      harness: harnessOf(entry.harness as Harness | null | undefined, command ?? []),
      env: (entry.env as Record<string, string> | undefined) ?? base?.env ?? {},
    }
  }
  return { agents, problems: found }
}

function harnessOf(given: Harness | null | undefined, command: CommandTemplate): Harness | null {
  return given === undefined ? (adapterOfCommand(command)?.name ?? null) : given
}
