// Names of tmux sessions: making one for a launch, and reading an agent type from one that we did not make.

/** What tells generated names apart, in characters. */
const suffixLength = 6

/** Longest name that tmux and every page of ours show whole. */
const nameLimit = 64

/** How the built-in types are called in names, so that a name tells its type to `inferAgentType`. */
const shortTypes: Readonly<Record<string, string>> = { 'code-agent': 'claude', 'gateway-agent': 'openclaw' }

/** `agent-<claude|openclaw|type>-<6 characters>`; the six are the last letters and digits of `random`, an id or the like. */
export function makeSessionName(agentType: string, random: string): string {
  const suffix = random
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(-suffixLength)
    .padStart(suffixLength, '0')
  const typeLimit = nameLimit - 'agent--'.length - suffixLength
  const type = (shortTypes[agentType] ?? agentType).replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, typeLimit)
  return `agent-${type || 'custom'}-${suffix}`
}

/** The type of an agent that was started elsewhere, by the name of its session (specification, 'Session discovery'). */
export function inferAgentType(name: string): string {
  if (name.includes('claude')) return 'code-agent'
  return name.includes('openclaw') ? 'gateway-agent' : 'shell'
}
