// Looks at the machine when somebody asks, and remembers it for a while: looks start programs and wait for the network.
import { minuteMs, secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { HomeMachine } from '../contract.ts'
import { machineOf } from '../core/machine.ts'
import type { HomePorts } from './ports.ts'

/** What is told again without a look, and what even a person who asks for a new look is told. */
const oldAfterMs = minuteMs
const newForMs = 2 * secondMs

export interface MachineLooks {
  /** Looks unless the last look is new enough; several who ask at a time share one look. */
  tell(wanted: 'known' | 'new'): Promise<HomeMachine>
}

type Parts = { readonly look: HomePorts['look']; readonly clock: Clock }

export function createMachineLooks({ look, clock }: Parts): MachineLooks {
  let known: { readonly machine: HomeMachine; readonly atMs: number } | null = null
  let looking: Promise<HomeMachine> | null = null

  async function lookNow(): Promise<HomeMachine> {
    try {
      const looks = await look()
      const atMs = clock.now()
      const machine = { looked_at: toIso(atMs), ...machineOf(looks) }
      known = { machine, atMs }
      return machine
    } finally {
      looking = null
    }
  }

  return {
    async tell(wanted) {
      const ageMs = known === null ? Infinity : clock.now() - known.atMs
      if (known !== null && ageMs >= 0 && ageMs < (wanted === 'new' ? newForMs : oldAfterMs)) return known.machine
      looking ??= lookNow()
      return looking
    },
  }
}
