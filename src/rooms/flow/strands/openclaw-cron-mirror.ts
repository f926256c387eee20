// Mirrors the scheduled jobs of the agent gateway and their runs.
import { defineStrand, type StepContext } from '../server/authoring/orrery-strand/strand.js'
import type { BuiltinPorts } from '../server/ports.ts'
import type { StrandNeeds } from './lib/needs.ts'

type Part = keyof NonNullable<BuiltinPorts['mirror']>

export default ({ ports }: StrandNeeds) => {
  const part = (name: Part) => async (context: StepContext) => {
    if (ports.mirror === null) throw new Error('this service has no connection to a gateway whose jobs it could mirror')
    return await ports.mirror[name](context)
  }
  return defineStrand({
    id: 'openclaw-cron-mirror',
    name: 'OpenClaw cron mirror',
    description: "Shows the gateway's scheduled jobs as strands, with their last runs.",
    schedule: '*/5 * * * *',
    defaultHost: 'any',
    steps: [
      { id: 'JOBS', timeout: '1m', run: part('jobs') },
      { id: 'RUNS', after: ['JOBS'], timeout: '2m', run: part('runs') },
      { id: 'WRITE', after: ['RUNS'], timeout: '1m', run: part('write') },
    ],
  })
}
