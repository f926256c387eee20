// The HTTP face of streams: /api/sessions/:id/stream.
import { Readable } from 'node:stream'
import { err, ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { newSessionSize } from '#platform/server/tmux/new-session.ts'
import type { StreamedSession, StreamRecord } from '../contract.ts'
import { castHeader, createCast } from '../core/asciicast.ts'
import { derive } from '../core/derive.ts'
import { streamRoutes } from './bound-routes.ts'
import type { FactStore } from './facts.ts'
import type { FollowFiles } from './follow-files.ts'
import type { Follows } from './follows.ts'
import type { StreamFiles } from './journal-files.ts'
import type { StreamedSessions } from './ports.ts'
import { streamOf, type StreamParts } from './stream.ts'

export type StreamRouteParts = StreamParts & {
  readonly sessions: Pick<StreamedSessions, 'find'>
  readonly filesOf: (sessionId: string) => StreamFiles | null
  readonly follows: Follows
  readonly facts: Pick<FactStore, 'of'>
  readonly files: Pick<FollowFiles, 'diff'>
}

const types = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  asciicast: 'application/x-asciicast; charset=utf-8',
} as const

export function mountStreams(api: Api, parts: StreamRouteParts): void {
  mount(api, streamRoutes.readDerived, async ({ params: { id } }) => {
    const session = await parts.sessions.find(id)
    if (session === null) return err(unknownSession(id))
    return ok({ derived: derive(await parts.facts.of(id), session.command) })
  })
  mount(api, streamRoutes.readDiff, async ({ params: { id }, query: { path } }) => {
    if ((await parts.sessions.find(id)) === null) return err(unknownSession(id))
    return ok({ diff: await parts.files.diff(id, path) })
  })
  mountRaw(api, streamRoutes.readStream, async ({ params: { id }, query, request }, reply) => {
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
    reply.header('content-type', types[query.format]).header('cache-control', 'no-store')
    const lines = query.format === 'asciicast' ? castLines(records, session) : jsonLines(records)
    await reply.send(Readable.from(lines, { objectMode: true, highWaterMark: 16 }))
  })
}

/** Where nothing comes for a while, an empty line. */
async function* jsonLines(records: AsyncIterable<StreamRecord | null>): AsyncGenerator<string> {
  for await (const record of records) yield record === null ? '\n' : `${JSON.stringify(record)}\n`
}

/** Where nothing comes for a while, a remark, which players skip. */
async function* castLines(
  records: AsyncIterable<StreamRecord | null>,
  { title, createdAt }: StreamedSession,
): AsyncGenerator<string> {
  let tell = null as ReturnType<typeof createCast> | null
  const header = (beganMs: number): string => castHeader({ title, beganMs, ...newSessionSize })
  for await (const record of records) {
    if (record === null) {
      yield '#\n'
      continue
    }
    const atMs = Date.parse(record.at)
    if (tell === null) yield header(atMs)
    tell ??= createCast(atMs)
    yield tell(record)
  }
  if (tell === null) yield header(Date.parse(createdAt))
}

const unknownSession = (id: string): Refusal => ({
  error: 'not_found',
  reason: `There is no session ${shown(id)}, and none that is kept.`,
  hint: 'See the sessions: orrery list, and those that left the board: orrery history',
})
