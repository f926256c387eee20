// From new findings to published drafts, by a plugin named research.
import { defineStrand, type Json } from '../server/authoring/orrery-strand/strand.js'

/** A cycle that went wrong should not flood the readers. */
const maxDrafts = 5

/** The plugin's scrape already classifies, drops doubles and stores; these are where it will be taken apart. */
const nothingToDo = (): { readonly skipped: true } => ({ skipped: true })

export default defineStrand({
  id: 'research-pipeline',
  name: 'Research pipeline',
  description: `Scrapes, writes at most ${maxDrafts} drafts and publishes them, by the routes of the plugin research.`,
  schedule: '0 */2 * * *',
  steps: [
    { id: 'scrape', run: ({ api }) => api.post('/api/plugins/research/scrape', {}) },
    { id: 'classify', after: ['scrape'], run: nothingToDo },
    { id: 'dedupe', after: ['classify'], run: nothingToDo },
    { id: 'store', after: ['dedupe'], run: nothingToDo },
    {
      id: 'generate',
      after: ['store'],
      async run({ api, output }) {
        const answer = await api.post('/api/plugins/research/generate', { limit: maxDrafts })
        const drafts = draftsOf(answer)
        const kept = drafts.slice(0, maxDrafts)
        output(`${drafts.length} drafts came, ${kept.length} go on`)
        return { drafts: kept }
      },
    },
    { id: 'review', after: ['generate'], run: ({ results }) => ({ drafts: results.generate.drafts }) },
    {
      id: 'publish',
      after: ['review'],
      async run({ api, output, results }) {
        const { drafts } = results.review
        if (drafts.length === 0) {
          output('there is nothing to publish')
          return { published: 0 }
        }
        return await api.post('/api/plugins/research/drafts/publish-all', { drafts, limit: maxDrafts })
      },
    },
  ],
})

/** Drafts as the plugin names them: ids, or whole ones. */
function draftsOf(answer: Json): readonly Json[] {
  if (Array.isArray(answer)) return answer
  if (typeof answer === 'object' && answer !== null && 'drafts' in answer && Array.isArray(answer.drafts)) {
    return answer.drafts
  }
  throw new Error('the plugin research answered generate without a list of drafts: { "drafts": [...] }')
}
