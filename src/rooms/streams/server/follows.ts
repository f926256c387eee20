// Streams that are followed: each ends with its caller, with the login that opened it, and with the service.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginsPort } from './ports.ts'

export interface Follows {
  /** Aborted when the stream has to end. */
  begin(request: FastifyRequest, reply: FastifyReply): AbortSignal
  endAll(): void
}

export function createFollows(auth: LoginsPort): Follows {
  const open = new Map<AbortController, string | null>()
  const stopListening = auth.onEnded((loginId) => {
    for (const [follow, login] of open) if (login === loginId) follow.abort()
  })
  return {
    begin({ principal }, reply) {
      const follow = new AbortController()
      open.set(follow, principal?.kind === 'login' ? principal.loginId : null)
      reply.raw.once('close', () => {
        open.delete(follow)
        follow.abort()
      })
      return follow.signal
    },
    endAll() {
      stopListening()
      for (const follow of open.keys()) follow.abort()
    },
  }
}
