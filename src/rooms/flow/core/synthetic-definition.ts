// A mirrored job as the definition of a strand: whatever only our own engine would need has a value that says nothing.
import type { SyntheticStrand } from '../contract.ts'
import { anyHost, type StepDefinition, type StrandDefinition } from './definition.ts'

export function syntheticDefinition(strand: SyntheticStrand): StrandDefinition {
  const { id, name, description, schedule, timezone, enabled, modulePath, steps } = strand
  return {
    id,
    name,
    description,
    schedule,
    timezone,
    enabled,
    modulePath,
    triggerType: 'cron',
    origin: 'synthetic',
    seed: false,
    defaultHost: anyHost,
    requiredCapabilities: [],
    steps: steps.map(toStep),
    inputSchema: null,
    concurrency: 1,
    missed: 'skip',
  }
}

/** The gateway alone knows how long it lets a run take and how often it tries again. */
function toStep({ id, after }: SyntheticStrand['steps'][number]): StepDefinition {
  const retry = { retries: 0, delayMs: 0, factor: 1, maxDelayMs: 0 }
  return { id, name: id, after, host: null, requires: [], timeoutMs: 0, retry }
}
