// Shows that steps reach the node that they name.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'

export default defineStrand({
  id: 'cross-node-smoke',
  name: 'Cross-node smoke test',
  description: 'Runs a step here, one on the node popos, and one after it.',
  schedule: null,
  enabled: false,
  steps: [
    { id: 'pi-ping', timeout: '30s', run: ({ host, runId }) => ({ host, runId }) },
    { id: 'popos-ping', host: 'popos', timeout: '1m', run: ({ host, runId }) => ({ host, runId }) },
    {
      id: 'pi-wrapup',
      after: ['popos-ping'],
      timeout: '30s',
      run: ({ host, results }) => ({ from: host, reached: results['popos-ping'].host }),
    },
  ],
})
