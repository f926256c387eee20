// The strand that reads the gateway every five minutes.
import type { BroughtStrand } from '#rooms/flow/contract.ts'
import { mirrorId } from '../core/to-strand.ts'
import type { MirrorSteps } from './steps.ts'

/** Its row of (specification, 'Built-in strands'); the workflow room runs it like any other. */
export function createMirrorStrand({ jobs, runs, write }: MirrorSteps): BroughtStrand<AbortSignal> {
  return {
    id: mirrorId,
    name: 'OpenClaw cron mirror',
    description: "Shows the gateway's scheduled jobs as strands, with their last runs.",
    schedule: '*/5 * * * *',
    warmsUp: true,
    keeps: 'few',
    steps: [
      { id: 'JOBS', timeout: '1m', run: jobs },
      { id: 'RUNS', after: ['JOBS'], timeout: '2m', run: runs },
      { id: 'WRITE', after: ['RUNS'], timeout: '1m', run: write },
    ],
  }
}
