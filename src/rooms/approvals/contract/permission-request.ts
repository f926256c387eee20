// What a client's PermissionRequest hook is given on its standard input, and what it may print (Claude Code, Codex).
import { z } from 'zod'
import { jsonSchema } from '#platform/contract.ts'

/** One line of what a client would allow from now on: a tool, or what it is called with. */
const ruleSchema = z.object({ toolName: z.string().max(500), ruleContent: z.string().max(10_000).optional() })

/** A change of permissions that the client offers. Kinds that a newer client knows pass and are not offered. */
export const permissionUpdateSchema = z.union([
  z.object({
    type: z.literal('addRules'),
    rules: z.array(ruleSchema).min(1).max(50),
    behavior: z.enum(['allow', 'deny', 'ask']),
  }),
  z.object({ type: z.literal('setMode'), mode: z.string().max(100) }),
  z.object({ type: z.literal('addDirectories'), directories: z.array(z.string().max(4096)).min(1).max(50) }),
])
export type PermissionUpdate = z.infer<typeof permissionUpdateSchema>

/** Unknown fields pass: clients differ, and grow. */
export const permissionRequestSchema = z.object({
  tool_name: z.string().min(1).max(500),
  tool_input: z.record(z.string(), jsonSchema),
  permission_suggestions: z.array(z.unknown()).max(50).optional().catch(undefined),
})
export type PermissionRequest = z.infer<typeof permissionRequestSchema>

/** What the hook prints: the client's own word for a decision. */
export type ClientDecision = {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'PermissionRequest'
    readonly decision:
      | { readonly behavior: 'allow'; readonly updatedPermissions?: readonly object[] }
      | { readonly behavior: 'deny'; readonly message: string }
  }
}

/** POST /api/hooks/approvals: the fields of an event, and the client's request. */
export const askBodySchema = z.looseObject({ request: z.unknown() })
export type AskBody = z.infer<typeof askBodySchema>

/** `id` is null where nobody is asked here: the client asks in its terminal as ever. */
export const askAnswerSchema = z.object({ ok: z.literal(true), id: z.string().nullable() })
export type AskAnswer = z.infer<typeof askAnswerSchema>
