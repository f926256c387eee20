// What is said when a node does not answer for its own sessions.
import type { Refusal } from '#platform/contract.ts'

/** What is known of a node that is not asked, or did not answer. */
export type Away =
  /** Nothing was asked of it. `since`: when it was last heard or was stopped, ISO; null: it has no row. */
  | { readonly kind: 'gone'; readonly since: string | null }
  /** It was asked, and did not begin. */
  | { readonly kind: 'unbegun'; readonly limitMs: number }
  /** It began, or may have; what came of it is not known. */
  | { readonly kind: 'unfinished'; readonly limitMs: number }
  /** It began and was started anew before it was done. */
  | { readonly kind: 'restarted' }

const nothingDone = 'Nothing was changed. Start its service anew; who is there: orrery system'
const lookFirst = 'It may have been carried out: look at the session before you try again.'

export function nodeOffline(node: string, away: Away): Refusal {
  return { error: 'node_offline', reason: reasonOf(node, away), hint: hintOf(away) }
}

function reasonOf(node: string, away: Away): string {
  switch (away.kind) {
    case 'gone':
      return away.since === null
        ? `The node ${node}, where this belongs, is not known here.`
        : `The node ${node}, where this belongs, is unreachable since ${away.since}.`
    case 'unbegun':
      return `The node ${node}, where this belongs, did not answer within ${away.limitMs / 1000} s.`
    case 'unfinished':
      return `The node ${node} did not say within ${away.limitMs / 1000} s what came of it.`
    case 'restarted':
      return `The service of the node ${node} ended before it said what came of it.`
  }
}

function hintOf({ kind }: Away): string {
  return kind === 'gone' || kind === 'unbegun' ? nothingDone : lookFirst
}
