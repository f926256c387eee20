// Ways to sign in that rooms bring, beside the link that a terminal prints.
import type { ComponentType } from 'react'

const ways: ComponentType[] = []

/** For the life of the page. */
export function registerSignInWay(way: ComponentType): void {
  ways.push(way)
}

/** In the order in which they came. */
export const signInWays = (): readonly ComponentType[] => ways
