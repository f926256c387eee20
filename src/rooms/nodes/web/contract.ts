// Types of values that the nodes' page hands to others.
import type { ServiceNode } from '../contract.ts'

/** A node as the page keeps it: known by its name. */
export type NodeOnPage = ServiceNode & { readonly id: string }
