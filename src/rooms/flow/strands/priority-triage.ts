// Scores and ranks the open tasks with the local model.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import type { StrandNeeds } from './lib/needs.ts'

export default ({ ports }: StrandNeeds) =>
  defineStrand({
    id: 'priority-triage',
    name: 'Priority triage',
    description: 'Scores the open tasks with the local model and fills the lanes.',
    schedule: null,
    steps: [
      {
        id: 'triage',
        timeout: '30m',
        async run(context) {
          if (ports.runTriage === null) throw new Error('this service has no triage to run')
          return await ports.runTriage(context)
        },
      },
    ],
  })
