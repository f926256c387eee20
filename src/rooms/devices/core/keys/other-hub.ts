// What is said where a node has another hub key than the one that the devices of all nodes know.
import type { Refusal } from '#platform/contract.ts'

/** Whose key the devices know. `here`: the name of the node that has another one. */
export type OtherHub = { readonly node: string; readonly here: string }

export function otherHubReason({ node, here }: OtherHub): string {
  return `The node ${here} has a hub key of its own: devices know the one that the node ${node} told first, and would not believe this one.`
}

export function otherHubHint({ node, here }: OtherHub): string {
  return `Stop the service of ${here}, and let it join there: ssh <${node}> orrery node key | orrery node join. Then start it again.`
}

/** Nothing is paired with a key that the other nodes don't have. */
export function otherHubRefusal(other: OtherHub): Refusal {
  return { error: 'conflict', reason: otherHubReason(other), hint: otherHubHint(other) }
}
