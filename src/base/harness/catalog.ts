// The six adapters, and how one is found.
import { harnesses, type Harness, type HarnessAdapter, type TerminalAdapter } from './adapter.ts'
import { codeAgent } from './code-agent.ts'
import { codex } from './codex.ts'
import { gatewayAgent } from './gateway-agent.ts'
import { gemini } from './gemini.ts'
import { motherLlm } from './mother-llm.ts'
import { opencode } from './opencode.ts'

export const adapters: Readonly<Record<Harness, HarnessAdapter>> = {
  'code-agent': codeAgent,
  codex,
  gemini,
  opencode,
  'gateway-agent': gatewayAgent,
  'mother-llm': motherLlm,
}

/** Those that run in a terminal, in the order of the catalog: each is an agent type by itself. */
export const terminalAdapters: readonly TerminalAdapter[] = [codeAgent, codex, gemini, opencode, gatewayAgent]

export function isHarness(name: string): name is Harness {
  return harnesses.some((harness) => harness === name)
}

/** Null for what is none of the six, and for no name at all. */
export function adapterOf(name: string | null): HarnessAdapter | null {
  return name !== null && isHarness(name) ? adapters[name] : null
}

/** The adapter of what runs in a terminal; null for any other name. */
export function terminalAdapterOf(name: string | null): TerminalAdapter | null {
  const adapter = adapterOf(name)
  return adapter?.runsIn === 'terminal' ? adapter : null
}

/** Of the program that a command begins with; null for any other program. */
export function adapterOfCommand([program = '']: readonly string[]): TerminalAdapter | null {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return terminalAdapters.find((adapter) => adapter.program === name) ?? null
}
