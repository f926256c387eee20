// A strand for tests, as the API shows it: everything set, so that a test names only what it is about.
import type { Strand } from '#rooms/flow/contract.ts'

export function sampleStrand(fields: Partial<Strand> = {}): Strand {
  return {
    id: 'sample',
    name: 'sample',
    description: '',
    schedule: null,
    schedule_words: null,
    timezone: null,
    enabled: true,
    start_at_boot: false,
    triggerType: 'manual',
    modulePath: 'sample.ts',
    steps: [],
    default_host: 'any',
    required_capabilities: [],
    origin: 'builtin',
    seed: false,
    input_schema: null,
    concurrency: 1,
    missed: 'skip',
    next_runs: [],
    ticks: [],
    broken: null,
    upstream: null,
    ...fields,
  }
}
