// Actors and sources as a person reads them.
import type { ActivityRow, ActivitySourceName, ActorKind } from '../contract.ts'

const actors: Readonly<Record<ActorKind, string>> = {
  person: 'You',
  agent: 'Agent',
  hook: 'Hook',
  cron: 'Schedule',
  gateway: 'Gateway',
  device: 'Device',
  service: 'Orrery',
}

/** The kinds of actors as a filter names them. */
export const actorWords: Readonly<Record<ActorKind, string>> = {
  ...actors,
  person: 'People',
  agent: 'Agents',
  hook: 'Hooks',
}

/** Who did it: the kind, and the name where it says more. */
export function actorName({ kind, name }: ActivityRow['actor']): string {
  if (name === null || name === '' || name.toLowerCase() === actors[kind].toLowerCase()) return actors[kind]
  return `${actors[kind]}, ${name}`
}

/** The same for a row: what an agent or its hook does to its own session needs no name twice. */
export function whoDid({ actor, subject }: Pick<ActivityRow, 'actor' | 'subject'>): string {
  return actorName(actor.name === subject.label ? { ...actor, name: null } : actor)
}

export const sourceWords: Readonly<Record<ActivitySourceName, string>> = {
  fabric: 'Fabric',
  tmux: 'tmux',
  workflow: 'Workflow',
  triage: 'Triage',
  system: 'System',
}

/** In the order of the filters; the page loads no schemas. */
export const sourceNames: readonly ActivitySourceName[] = ['fabric', 'tmux', 'workflow', 'triage', 'system']
export const actorNames: readonly ActorKind[] = ['person', 'agent', 'hook', 'cron', 'gateway', 'device', 'service']
