// The route of the assistant with its schema.
import { bind } from '#platform/server/http/bind.ts'
import { readAssistant } from '../api.ts'
import { assistantSchema } from '../contract.ts'

export const assistantRoutes = {
  readAssistant: bind(readAssistant, {
    summary: 'By which models the local assistant would answer, or why it is silent',
    answer: assistantSchema,
  }),
}
