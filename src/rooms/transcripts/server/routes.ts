// The HTTP face of transcripts: /api/agents/:id/transcript.
import { z } from 'zod'
import { ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { mountRaw, type RawHandler } from '#platform/server/http/mount.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import { foldTurns } from '../core/fold.ts'
import { toMarkdown } from '../core/markdown.ts'
import { transcriptRoutes } from './bound-routes.ts'
import type { TranscribedSessions } from './ports.ts'
import { readAll } from './read-all.ts'
import type { ReadSessionPart } from './read-part.ts'

export type TranscriptRouteParts = {
  readonly sessions: Pick<TranscribedSessions, 'find' | 'nodeOf'>
  readonly read: ReadSessionPart
}

export function mountTranscripts(api: Api, { sessions, read }: TranscriptRouteParts): void {
  const handle: RawHandler<typeof transcriptRoutes.readTranscript> = async ({ params: { id }, query }, reply) => {
    const session = await sessions.find(id)
    if (session === null) return void sendRefusal(reply, unknownSession(id))
    if (query.format === 'json') return void sendResult(reply, ok(await read(session, query.cursor ?? null)), 200)
    const { agent, whyNone, items } = await readAll(read, session)
    if (whyNone !== null) return void sendRefusal(reply, noTranscript(whyNone))
    const name = `${session.title.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-${id}.md`
    reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')
    reply.header('content-type', 'text/markdown; charset=utf-8')
    await reply.send(toMarkdown({ title: session.title, agent, turns: foldTurns(items) }))
  }
  mountRaw(api, transcriptRoutes.readTranscript, { owner: ownerOver(sessions), handle })
}

const querySchema = z.object({ format: z.literal('json') })

/** Its parts travel; the file with all of it does not. */
function ownerOver({ nodeOf }: Pick<TranscribedSessions, 'nodeOf'>): Owner<{ readonly id: string }> {
  return async ({ params, query }) => {
    const node = await nodeOf(params.id)
    return node === null || querySchema.safeParse(query).success ? node : { node, what: 'The file of a transcript' }
  }
}

const unknownSession = (id: string): Refusal => ({
  error: 'not_found',
  reason: `There is no session ${shown(id)}, and none that is kept.`,
  hint: 'See the sessions: orrery list, and those that left the board: orrery history',
})

const noTranscript = (reason: string): Refusal => ({ error: 'not_found', reason })
