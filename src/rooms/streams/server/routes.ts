// The HTTP face of streams: /api/sessions/:id/stream.
import { Readable } from 'node:stream'
import { err, ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { mount, mountRaw, type RawHandler } from '#platform/server/http/mount.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { derive } from '../core/derive.ts'
import { streamRoutes } from './bound-routes.ts'
import type { FactStore } from './facts.ts'
import type { ReadDiff } from './diffs.ts'
import type { Follows } from './follows.ts'
import type { StreamFiles } from './journal-files.ts'
import type { StreamedSessions } from './ports.ts'
import { gathered, streamAs, streamTypes } from './stream-forms.ts'
import { streamOf, type StreamParts } from './stream.ts'

export type StreamRouteParts = StreamParts & {
  readonly sessions: Pick<StreamedSessions, 'find' | 'nodeOf'>
  readonly filesOf: (sessionId: string) => StreamFiles | null
  readonly follows: Follows
  readonly facts: Pick<FactStore, 'of' | 'dropped'>
  readonly diff: ReadDiff
}

type ById = { readonly id: string }

export function mountStreams(api: Api, parts: StreamRouteParts): void {
  const { nodeOf } = parts.sessions
  const owner: Owner<ById> = ({ params: { id } }) => nodeOf(id)
  // Facts are rows, which all services have.
  mount(api, streamRoutes.readDerived, async ({ params: { id } }) => {
    const session = await parts.sessions.find(id)
    if (session === null) return err(unknownSession(id))
    const [facts, dropped] = [await parts.facts.of(id), await parts.facts.dropped(id)]
    return ok({ derived: derive(facts, session.command, dropped) })
  })
  mount(api, streamRoutes.readDiff, {
    owner,
    async handle({ params: { id }, query: { path } }) {
      const session = await parts.sessions.find(id)
      if (session === null) return err(unknownSession(id))
      return ok({ diff: await parts.diff({ id, deviceId: session.deviceId }, path) })
    },
  })
  mountStream(api, parts)
}

/** What goes on while it is read does not travel. */
function mountStream(api: Api, parts: StreamRouteParts): void {
  const owner: Owner<ById> = async ({ params: { id } }) => {
    const node = await parts.sessions.nodeOf(id)
    return node === null ? null : { node, what: 'The stream of a session' }
  }
  const handle: RawHandler<typeof streamRoutes.readStream> = async ({ params: { id }, query, request }, reply) => {
    const session = await parts.sessions.find(id)
    const files = parts.filesOf(id)
    if (session === null || files === null) return void sendRefusal(reply, unknownSession(id))
    const until = query.follow === 'true' ? parts.follows.begin(request, reply) : null
    const records = streamOf(parts, { sessionId: id, files, from: query.from, until })
    if (query.format === 'asciicast') {
      const name = `${session.title.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-${id}.cast`
      reply.header('content-disposition', `attachment; filename="${name}"`)
    }
    // A proxy that gathers an answer would hold back what comes now.
    if (until !== null) reply.header('x-accel-buffering', 'no')
    reply.header('content-type', streamTypes[query.format]).header('cache-control', 'no-store')
    const pieces = streamAs(query.format, records, session)
    const sent = until === null ? gathered(pieces) : pieces
    await reply.send(Readable.from(sent, { objectMode: true, highWaterMark: 16 }))
  }
  mountRaw(api, streamRoutes.readStream, { owner, handle })
}

const unknownSession = (id: string): Refusal => ({
  error: 'not_found',
  reason: `There is no session ${shown(id)}, and none that is kept.`,
  hint: 'See the sessions: orrery list, and those that left the board: orrery history',
})
