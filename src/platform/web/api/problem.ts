// A refused or failed request, as the page shows it.
import type { FieldError } from '#platform/contract.ts'
import { lineToType } from '../ui/own-command.ts'

export type Problem = {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The code of the error body, or one of ours: `unreachable`, `unexpected_answer`. */
  readonly error: string
  readonly reason: string
  readonly hint: string | null
  readonly details: readonly FieldError[]
  readonly requestId: string | null
}

export const unreachable: Problem = {
  status: 0,
  error: 'unreachable',
  reason: 'Orrery does not answer.',
  hint: 'See whether the service still runs; the page tries again by itself.',
  details: [],
  requestId: null,
}

export type Answer = { readonly status: number; readonly body: unknown; readonly requestId: string | null }

/** Reads an error body; anything that is not one still becomes a sentence. */
export function readProblem({ status, body, requestId }: Answer): Problem {
  const fields = isRecord(body) ? body : {}
  return {
    status,
    error: textOr(fields.error, 'unexpected_answer'),
    reason: textOr(fields.reason, `The service answered ${status}.`),
    hint: typeof fields.hint === 'string' ? lineToType(fields.hint) : null,
    details: Array.isArray(fields.details) ? fields.details.filter(isFieldError) : [],
    requestId: typeof fields.request_id === 'string' ? fields.request_id : requestId,
  }
}

/** A login is what is missing: nobody was recognised, or only the recognised may do this from here. */
export function needsLogin(problem: Problem): boolean {
  return problem.status === 401 || (problem.status === 403 && problem.error === 'local_only')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === 'string' && typeof value.reason === 'string'
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}
