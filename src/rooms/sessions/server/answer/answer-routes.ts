// The HTTP face of answers: say something to an agent, ask whether it can be said, read what was said.
import type { FastifyRequest } from 'fastify'
import { err, ok } from '#base/result.ts'
import { agentHeader } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { pageRequest } from '#platform/server/http/pages.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { unknownSession } from '../change/refusals.ts'
import type { SessionsContext } from '../context.ts'
import { ownerById } from '../nodes/owners.ts'
import { shownSession } from '../nodes/shown.ts'
import { answer, obstacleNow, unfinishedAnswer, type WantedAnswer } from './answer.ts'

export function mountAnswers(api: Api, context: SessionsContext): void {
  const owner = ownerById(context)
  mount(api, sessionRoutes.sendInput, {
    owner,
    handle: ({ params, body, request }) =>
      answer(context, params.id, {
        text: body.text,
        submit: body.submit,
        waitingSince: body.waiting_since ?? null,
        who: whoSays(request),
      }),
  })
  mount(api, sessionRoutes.readReadiness, {
    owner,
    async handle({ params }) {
      const obstacle = await obstacleNow(context, params.id)
      if (!obstacle.ok) return obstacle
      return ok({ obstacle: obstacle.value, unfinished: await unfinishedAnswer(context, params.id) })
    },
  })
  mount(api, sessionRoutes.listAnswers, async ({ params: { id }, query }) => {
    // What was said to one that left the board is told as long as its history is.
    const isKnown = shownSession(context, id) !== null || (await context.past.find(id)) !== null
    if (!isKnown) return err(unknownSession(id))
    const page = pageRequest(query)
    return page.ok ? ok(await context.answers.page(id, { limit: query.limit, before: page.value.from })) : page
  })
}

/** Longest part of a header that is kept, in characters. */
const keptLength = 200

/** The header of an agent is a remark and grants nothing. */
function whoSays({ headers, principal }: Pick<FastifyRequest, 'headers' | 'principal'>): WantedAnswer['who'] {
  const agent = headers[agentHeader]
  const by = typeof agent === 'string' && agent !== '' ? agent.slice(0, keptLength) : null
  const browser = principal?.kind === 'login' ? (headers['user-agent'] ?? null) : null
  return { actor: by === null ? 'person' : 'agent', by, browser: browser?.slice(0, keptLength) ?? null }
}
