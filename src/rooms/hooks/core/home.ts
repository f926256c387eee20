// What Home tells of hooks: the first step, for the agent programs of this machine.
import type { HomeStep } from '#rooms/home/contract.ts'
import type { HookClient } from './clients.ts'

/** How an agent program stands: see `InstallState` of the installer. */
export type ClientSeen = {
  readonly client: HookClient
  readonly label: string
  /** Whether its program or its settings are on this machine. */
  readonly isThere: boolean
  readonly state: 'installed' | 'partly' | 'absent' | 'unreadable'
}

/** `seen` holds every agent program that we know, the usual one first: it is offered where none is there. */
export function hooksStep(seen: readonly ClientSeen[]): HomeStep {
  const found = seen.filter(({ isThere, state }) => isThere || state !== 'absent')
  const clients = found.length === 0 ? seen.slice(0, 1) : found
  const choices = clients.filter(({ state }) => state === 'absent' || state === 'partly').map(choiceOf)
  const names = clients.map(({ label }) => label)
  return {
    id: 'hooks',
    title: 'See the agents you start yourself',
    text: `Hooks tell Orrery when ${inWords(names)} works, waits or ends. Yours stay as they are; uninstall takes ours out without a trace.`,
    command: choices[0]?.command ?? null,
    choices,
    done: clients.some(({ state }) => state === 'installed'),
    note: noteOf(clients),
  }
}

function choiceOf({ client, label }: ClientSeen): HomeStep['choices'][number] {
  return { id: client, label, command: client === 'claude' ? 'orrery hook install' : `orrery hook install ${client}` }
}

function noteOf(clients: readonly ClientSeen[]): string | null {
  const of = (state: ClientSeen['state']) => clients.filter((one) => one.state === state).map(({ label }) => label)
  const [installed, partly, unreadable] = [of('installed'), of('partly'), of('unreadable')]
  if (installed.length > 0) return `hooks of ${inWords(installed, 'and')} installed`
  if (partly.length > 0) return `installed in part for ${inWords(partly, 'and')}`
  return unreadable.length > 0 ? `the settings of ${inWords(unreadable, 'and')} can’t be read as JSON` : null
}

function inWords(names: readonly string[], last = 'or'): string {
  const [end = '', ...others] = names.toReversed()
  return others.length === 0 ? end : `${others.toReversed().join(', ')} ${last} ${end}`
}
