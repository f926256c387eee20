// What became of an action on one object or on several: what was done, what was refused, and how to take it back.
import type { Problem } from '../api/problem.ts'
import type { Undo } from '../undo/undo-stack.ts'

export type Refused = {
  /** What the object is called. */
  readonly title: string
  readonly problem: Problem
}

export type ActionOutcome = {
  /** What those are called that it was done to. */
  readonly done: readonly string[]
  readonly refused: readonly Refused[]
  /** Takes back what was done; null where nothing was, or nothing can be. */
  readonly undo: Undo | null
}

/** One outcome of several, such as of each kind; one undo takes all of them back, the last first. */
export function mergeOutcomes(outcomes: readonly ActionOutcome[]): ActionOutcome {
  const undos = outcomes.flatMap(({ undo }) => undo ?? [])
  return {
    done: outcomes.flatMap(({ done }) => done),
    refused: outcomes.flatMap(({ refused }) => refused),
    undo: undos.length === 0 ? null : () => undoAll(undos.toReversed()),
  }
}

/** All are tried; the first refusal is answered. */
async function undoAll(undos: readonly Undo[]): Promise<Problem | null> {
  let first: Problem | null = null
  for (const undo of undos) {
    const problem = await undo()
    first ??= problem
  }
  return first
}

export type SaidOutcome = { readonly title: string; readonly text: string | null }

/**
 * `verb` as in 'stopped': '7 stopped, 2 not: it is over.' with the first one's name below. Null where nothing was done to
 * a single one: its refusal is told as a refusal, with what to do next.
 */
export function sayOutcome(verb: string, { done, refused }: ActionOutcome): SaidOutcome | null {
  const [first, ...others] = refused
  if (first === undefined) {
    return { title: done.length === 1 ? `${upperFirst(verb)} “${done[0]}”.` : `${done.length} ${verb}.`, text: null }
  }
  if (done.length === 0 && others.length === 0) return null
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const hint = first.problem.hint === null ? '' : ` ${first.problem.hint}`
  const counted =
    done.length === 0 ? `None of ${refused.length} ${verb}` : `${done.length} ${verb}, ${refused.length} not`
  return { title: `${counted}: ${lowerFirst(first.problem.reason)}`, text: `“${first.title}”${more}.${hint}` }
}

function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) && !sentence.startsWith('Orrery')
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}
