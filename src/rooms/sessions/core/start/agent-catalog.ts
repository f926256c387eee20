// The agent types as settings hold them, and as the API lists them.
import { adapterOf } from '#base/harness/catalog.ts'
import type { AgentType } from '../../contract.ts'

/** One agent type of `config.agents`, the built-in ones included. */
export type AgentDefinition = {
  readonly label: string
  readonly command: readonly string[]
  /** Null for a type without an interactive mode. */
  readonly interactiveCommand: readonly string[] | null
  /** Which of the six clients it is; null for any other program. */
  readonly harness: string | null
  readonly env: Readonly<Record<string, string>>
}

export type AgentCatalog = Readonly<Record<string, AgentDefinition>>

/** The type's definition, or null: a name such as `constructor` finds nothing either. */
export function findAgent(catalog: AgentCatalog, agentType: string): AgentDefinition | null {
  return Object.hasOwn(catalog, agentType) ? (catalog[agentType] ?? null) : null
}

/** Whether the program that a type begins with is there. */
export type IsInstalled = (agent: AgentDefinition) => boolean

/** In the catalog's order. Variables stay out: their values often are keys. */
export function listAgentTypes(catalog: AgentCatalog, isInstalled: IsInstalled): AgentType[] {
  return Object.entries(catalog).map(([agentType, agent]) => ({
    agent_type: agentType,
    label: agent.label,
    interactive: agent.interactiveCommand !== null,
    command: [...agent.command],
    interactive_command: agent.interactiveCommand === null ? null : [...agent.interactiveCommand],
    installed: isInstalled(agent),
    harness: agent.harness,
    cannot: [...(adapterOf(agent.harness)?.cannot ?? [])],
    version: null,
    tried: adapterOf(agent.harness)?.tried ?? null,
  }))
}
