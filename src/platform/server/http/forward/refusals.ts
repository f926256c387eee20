// Why something is not done by way of another node.
import type { Refusal } from '#platform/contract.ts'

export function passedTwice(here: string, node: string): Refusal {
  return {
    error: 'node_offline',
    reason: `This was passed on to the node ${here}, which takes it for one of the node ${node}.`,
    hint: 'Nothing was changed. Try again in a moment; who is there: orrery system',
  }
}

export function onlyThere(what: string, node: string, url: string | null): Refusal {
  return {
    error: 'node_offline',
    reason: `${what} is to be had from the node ${node} alone, where it is kept.`,
    hint:
      url === null ? `Ask for it on the page of ${node}; where it is: orrery system` : `Ask for it there: open ${url}.`,
  }
}

export const answerTooLarge: Refusal = {
  error: 'too_large',
  reason: 'The answer is more than travels from node to node.',
  hint: 'Ask for less of it, or ask on the page of its node: orrery system',
}
