// Looks every quarter of an hour whether some pages answer, and fails when one does not.
import { defineStrand } from 'orrery/strand'

const usualPages = ['https://example.com/']

export default defineStrand({
  id: 'page-watch',
  description: 'Asks for some pages and fails when one of them does not answer.',
  schedule: '*/15 * * * *',
  missed: 'skip',
  input: {
    type: 'object',
    properties: {
      pages: { type: 'array', title: 'Pages', items: { type: 'string', format: 'uri' } },
    },
  },
  steps: [
    {
      id: 'ask',
      timeout: '1m',
      // A page that is down for a moment is no news.
      retries: 2,
      backoff: { delay: '5s', factor: 3 },
      // A run by schedule has no input.
      async run({ input, output, signal }) {
        const answers = []
        for (const page of input?.pages ?? usualPages) {
          const response = await fetch(page, { signal })
          // Read to its end, so that the connection is free again.
          await response.text()
          output(`${response.status} ${page}`)
          answers.push({ page, status: response.status })
        }
        return answers
      },
    },
    {
      id: 'judge',
      after: ['ask'],
      run({ results }) {
        const bad = results.ask.filter(({ status }) => status >= 400)
        if (bad.length > 0) {
          throw new Error(`not well: ${bad.map(({ page, status }) => `${page} (${status})`).join(', ')}`)
        }
        return { pages: results.ask.length }
      },
    },
  ],
})
