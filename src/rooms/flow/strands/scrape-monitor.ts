// Looks whether the scrapers still deliver. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'scrape-monitor',
  name: 'Scrape monitor',
  description: 'Looks whether the scrapers still deliver.',
  schedule: '*/15 * * * *',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  steps: [
    { id: 'probe', run: notYetWired },
    { id: 'alert', after: ['probe'], run: notYetWired },
  ],
})
