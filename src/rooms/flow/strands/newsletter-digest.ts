// Sums up the week's newsletters on Monday. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'newsletter-digest',
  name: 'Newsletter digest',
  description: "Sums up the week's newsletters on Monday.",
  schedule: '0 14 * * 1',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  steps: [
    { id: 'collect', run: notYetWired },
    { id: 'summarize', after: ['collect'], run: notYetWired },
    { id: 'send', after: ['summarize'], run: notYetWired },
  ],
})
