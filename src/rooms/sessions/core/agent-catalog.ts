// The agent types as settings hold them, and as the API lists them.
import type { AgentType } from '../contract.ts'

/** One agent type of `config.agents`, the built-in ones included. */
export type AgentDefinition = {
  readonly label: string
  readonly command: readonly string[]
  /** Null for a type without an interactive mode. */
  readonly interactiveCommand: readonly string[] | null
  readonly env: Readonly<Record<string, string>>
}

export type AgentCatalog = Readonly<Record<string, AgentDefinition>>

/** The type's definition, or null: a name such as `constructor` finds nothing either. */
export function findAgent(catalog: AgentCatalog, agentType: string): AgentDefinition | null {
  return Object.hasOwn(catalog, agentType) ? (catalog[agentType] ?? null) : null
}

/** In the catalog's order. Variables stay out: their values often are keys. */
export function listAgentTypes(catalog: AgentCatalog): AgentType[] {
  return Object.entries(catalog).map(([agentType, agent]) => ({
    agent_type: agentType,
    label: agent.label,
    interactive: agent.interactiveCommand !== null,
    command: [...agent.command],
    interactive_command: agent.interactiveCommand === null ? null : [...agent.interactiveCommand],
  }))
}
