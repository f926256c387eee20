// How hooks stand, in the words of the page and of the command line.
import type { ClientHooksState, HookTest } from '../contract.ts'

/** Whether there is something of ours to test and to take out. */
export const isThere = ({ state }: ClientHooksState): boolean => state !== 'absent' && state !== 'unreadable'

export function stateWords({ state, events, missing, others }: ClientHooksState): string {
  const besides = others === 0 ? '' : `; ${others} of others, untouched`
  switch (state) {
    case 'installed':
      return `installed, ${events.length} events${besides}`
    case 'partly':
      return `installed in part, without ${missing.join(', ')}${besides}`
    case 'edited':
      return `installed, yet by another line than this version's: of another home, older, or edited${besides}`
    case 'absent':
      return `not installed${besides}`
    case 'unreadable':
      return 'the settings can’t be read, so they are left alone'
  }
}

export function testWords({ arrived, way, took_ms: ms }: HookTest): string {
  if (!arrived) return 'The test event did not arrive.'
  return way === 'straight' ? `The test event arrived in ${Math.round(ms)} ms.` : 'The test event arrived by the queue.'
}
