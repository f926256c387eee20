// Loads new rows into Snowflake. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'snowflake-ingest',
  name: 'Snowflake ingest',
  description: 'Loads new rows into Snowflake.',
  schedule: '0 */6 * * *',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  requiredCapabilities: ['has-snowflake-creds'],
  steps: [
    { id: 'extract', run: notYetWired },
    { id: 'load', after: ['extract'], run: notYetWired },
    { id: 'verify', after: ['load'], run: notYetWired },
  ],
})
