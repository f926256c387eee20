// Arithmetic of tokens.
import type { Tokens } from '../contract.ts'

export const noTokens: Tokens = { input: 0, output: 0, cache_read: 0, cache_write: 0 }

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cache_read: one.cache_read + other.cache_read,
    cache_write: one.cache_write + other.cache_write,
  }
}

/** What `one` has more of each kind than `other`; where it has less, nothing. */
export function tokensBeyond(one: Tokens, other: Tokens): Tokens {
  return {
    input: Math.max(0, one.input - other.input),
    output: Math.max(0, one.output - other.output),
    cache_read: Math.max(0, one.cache_read - other.cache_read),
    cache_write: Math.max(0, one.cache_write - other.cache_write),
  }
}

/** Whether it has at least as many of each kind. */
export function includesTokens(whole: Tokens, part: Tokens): boolean {
  return (
    whole.input >= part.input &&
    whole.output >= part.output &&
    whole.cache_read >= part.cache_read &&
    whole.cache_write >= part.cache_write
  )
}

export function tokenSum({ input, output, cache_read, cache_write }: Tokens): number {
  return input + output + cache_read + cache_write
}
