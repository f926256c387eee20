// Listens on Discord from the start of the service on, and files what concerns you. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'discord-watcher',
  name: 'Discord watcher',
  description: 'Listens on Discord from the start of the service on, and files what concerns you.',
  schedule: null,
  triggerType: 'manual',
  enabled: false,
  startAtBoot: true,
  seed: true,
  steps: [
    { id: 'connect', run: notYetWired },
    { id: 'watch', after: ['connect'], run: notYetWired },
  ],
})
