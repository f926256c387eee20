import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SyntheticStrand } from '../contract.ts'
import { syntheticDefinition } from './synthetic-definition.ts'

const job: SyntheticStrand = {
  id: 'elsewhere-1',
  name: 'Morning brief',
  description: 'What the night brought.',
  schedule: 'every 30m',
  scheduleWords: 'every 30 minutes',
  timezone: 'Europe/Berlin',
  enabled: true,
  modulePath: 'synthetic://elsewhere/1',
  steps: [
    { id: 'EXEC', after: [] },
    { id: 'DELIVER', after: ['EXEC'] },
  ],
  nextRuns: [],
  missed: [],
  jobId: '1',
  mirroredBy: 'reads-elsewhere',
  readOnly: false,
  goneAt: null,
  hasDelivery: true,
}

test('a job that runs elsewhere says nothing of hosts, tries and limits, and is no seed', () => {
  const step = {
    host: null,
    requires: [],
    timeoutMs: 0,
    retry: { retries: 0, delayMs: 0, factor: 1, maxDelayMs: 0 },
  }
  assert.deepEqual(syntheticDefinition(job), {
    id: 'elsewhere-1',
    name: 'Morning brief',
    description: 'What the night brought.',
    schedule: 'every 30m',
    timezone: 'Europe/Berlin',
    enabled: true,
    modulePath: 'synthetic://elsewhere/1',
    triggerType: 'cron',
    origin: 'synthetic',
    seed: false,
    defaultHost: 'any',
    requiredCapabilities: [],
    steps: [
      { id: 'EXEC', name: 'EXEC', after: [], ...step },
      { id: 'DELIVER', name: 'DELIVER', after: ['EXEC'], ...step },
    ],
    inputSchema: null,
    concurrency: 1,
    missed: 'skip',
  })
})
