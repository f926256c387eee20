// What a tool is: a name and a schema for the agent, and what it does with the routes of the service.
import type { z } from 'zod'
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { McpLimits, SeenSession } from '../core/limits.ts'
import type { AskRoute } from '#platform/server/http/ask-route.ts'

export type ToolCall = {
  readonly ask: AskRoute
  /** The agent's own name, for histories. */
  readonly who: string
  /** The tmux session that the agent runs in; null where its client says none. */
  readonly caller: string | null
  readonly limits: McpLimits
  readonly sessions: BoardLook
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** Looks at the registry. */
export interface BoardLook {
  all(): Promise<readonly BoardSession[]>
  find(id: string): Promise<Result<BoardSession, Refusal>>
  /** Runs one launch at a time, so that two do not take the last place. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>
}

export type BoardSession = SeenSession & {
  readonly label: string | null
  readonly state: string
  readonly task_id: string | null
  readonly last_activity: string
  readonly exit_code: number | null
  readonly end_reason: string | null
  readonly harness: string | null
}

export type Tool = {
  readonly name: string
  /** What the agent's model reads to choose it. */
  readonly description: string
  readonly schema: z.ZodObject
  readonly readsOnly: boolean
  readonly run: (input: unknown, call: ToolCall) => Promise<Result<unknown, Refusal>>
}

type Declared<S extends z.ZodObject> = {
  readonly name: string
  readonly description: string
  readonly schema: S
  readonly readsOnly?: true
  readonly run: (input: z.output<S>, call: ToolCall) => Promise<Result<unknown, Refusal>>
}

/** Parses what the agent's model wrote before anything runs. */
export function tool<S extends z.ZodObject>({ name, description, schema, readsOnly, run }: Declared<S>): Tool {
  return {
    name,
    description,
    schema,
    readsOnly: readsOnly === true,
    run: async (input, call) => {
      const parsed = schema.safeParse(input ?? {})
      if (parsed.success) return run(parsed.data, call)
      const details = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the input'}: ${message}`)
      return { ok: false, error: { error: 'invalid_request', reason: details.join('; ') } }
    },
  }
}

/** The answer of a route, as the value that it is. */
export function asValue(answer: Result<string, Refusal>): Result<unknown, Refusal> {
  return answer.ok ? ok(JSON.parse(answer.value) as unknown) : answer
}
