// From new findings to published drafts, by a plugin named research.
import { defineStrand, type Json, type StepContext } from '#platform/server/sandbox/orrery-strand/strand.js'
import { pluginPrefix } from '#platform/api.ts'
import { notSetUp } from './lib/not-set-up.ts'

/** A cycle that went wrong should not flood the readers. */
const maxDrafts = 5
const routes = `${pluginPrefix}research`

/** Does nothing by itself: it calls its route, and a plugin whose scrape does it all need not have one. */
async function passOn(
  stage: string,
  { api, output }: Pick<StepContext, 'api' | 'output'>,
  body: object,
): Promise<Json> {
  try {
    return await api.post(`${routes}/${stage}`, body)
  } catch (error) {
    if (!isMissing(error)) throw error
    output(`the plugin has no route for ${stage}: nothing to do`)
    return { skipped: true }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404

export default defineStrand({
  id: 'research-pipeline',
  name: 'Research pipeline',
  description: `Scrapes, writes at most ${maxDrafts} drafts and publishes them, by the routes of the plugin research.`,
  schedule: '0 */2 * * *',
  steps: [
    {
      id: 'scrape',
      async run({ api, output }) {
        try {
          return await api.post(`${routes}/scrape`, {})
        } catch (error) {
          if (!isMissing(error)) throw error
          return notSetUp(output, {
            reason: 'There is no plugin named research with a route for scrape.',
            hint: 'Put plugins/research.ts into the home of the service and reload; the guide has one to begin with.',
          })
        }
      },
    },
    { id: 'classify', after: ['scrape'], run: (context) => passOn('classify', context, {}) },
    { id: 'dedupe', after: ['classify'], run: (context) => passOn('dedupe', context, {}) },
    { id: 'store', after: ['dedupe'], run: (context) => passOn('store', context, {}) },
    {
      id: 'generate',
      after: ['store'],
      async run({ api, output }) {
        const answer = await api.post(`${routes}/generate`, { limit: maxDrafts })
        const drafts = draftsOf(answer)
        const kept = drafts.slice(0, maxDrafts)
        output(`${drafts.length} drafts came, ${kept.length} go on`)
        return { drafts: kept }
      },
    },
    {
      id: 'review',
      after: ['generate'],
      async run(context) {
        const { drafts } = context.results.generate
        await passOn('review', context, { drafts })
        return { drafts }
      },
    },
    {
      id: 'publish',
      after: ['review'],
      async run({ api, output, results }) {
        const { drafts } = results.review
        if (drafts.length === 0) {
          output('there is nothing to publish')
          return { published: 0 }
        }
        return await api.post(`${routes}/drafts/publish-all`, { drafts, limit: maxDrafts })
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
