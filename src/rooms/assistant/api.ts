// The route of the assistant. To ask it is to start a session: POST /api/sessions with the harness `mother-llm`.
import { route } from '#platform/route.ts'
import type { Assistant } from './contract.ts'

/** Which models the assistant is offered with, and whether one would answer now. In legacy mode none does. */
export const readAssistant = route<{ answer: Assistant }>()({
  method: 'GET',
  path: '/api/assistant',
  access: 'local_or_authenticated',
})
