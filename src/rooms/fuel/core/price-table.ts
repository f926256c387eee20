// Prices of models in dollars for a million tokens, as they are published: what Orrery knows without being told. Decision 106
// says where each comes from. A price that is not here, or that changed since, is set by `fuel.prices`.

/** Of each kind of tokens. */
export type Price = {
  readonly input: number
  readonly output: number
  readonly cache_read: number
  readonly cache_write: number
  /** What an answer costs whose prompt has more tokens than that. */
  readonly long?: LongPrice
}
type LongPrice = Omit<Price, 'long'> & { readonly above: number }

/** The day as of which all of the table was true. */
export const pricesOf = '2026-09-28'

/** Reading from a cache costs a tenth of the input unless it is said, writing into it for five minutes a quarter more. */
const anthropic = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write: input * 1.25,
})
/** Writing into a cache costs what the input costs. */
const plain = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write: input,
})
/** All input costs `times` as much in a prompt that is longer, and the output that much. */
function longer(price: Price, [above, times, output]: readonly [number, number, number]): Price {
  const { input, cache_read, cache_write } = price
  const long = { input: input * times, output, cache_read: cache_read * times, cache_write: cache_write * times }
  return { ...price, long: { above, ...long } }
}

/** By the name of a model without its date: `claude-sonnet-4-5-20250929` is `claude-sonnet-4-5`. */
export const priceTable: Readonly<Record<string, Price>> = {
  'claude-fable-5-2': anthropic(8, 40, 0.2),
  'claude-fable-5-1': anthropic(10, 50, 0.25),
  'claude-fable-5': anthropic(10, 50),
  'claude-opus-5-5': anthropic(4, 20, 0.2),
  'claude-opus-5': anthropic(5, 25),
  'claude-opus-4-8': anthropic(5, 25),
  'claude-opus-4-7': anthropic(5, 25),
  'claude-opus-4-6': anthropic(5, 25),
  'claude-opus-4-5': anthropic(5, 25),
  'claude-opus-4-1': anthropic(15, 75),
  'claude-opus-4-0': anthropic(15, 75),
  'claude-opus-4': anthropic(15, 75),
  'claude-sonnet-5-5': anthropic(2, 10, 0.1),
  'claude-sonnet-5': anthropic(2, 10),
  'claude-sonnet-4-6': anthropic(3, 15),
  'claude-sonnet-4-5': anthropic(3, 15),
  'claude-sonnet-4-0': anthropic(3, 15),
  'claude-sonnet-4': anthropic(3, 15),
  'claude-3-7-sonnet': anthropic(3, 15),
  'claude-haiku-5-5': longer(anthropic(0.1, 0.5), [100_000, 5, 2.5]),
  'claude-haiku-4-5': anthropic(1, 5),
  'claude-3-5-haiku': anthropic(0.8, 4),
  'gpt-5.6': longer({ ...plain(4, 20), cache_write: 5 }, [272_000, 2, 30]),
  'gpt-5.6-sol': longer({ ...plain(4, 20), cache_write: 5 }, [272_000, 2, 30]),
  'gpt-5.6-terra': longer({ ...plain(2, 12), cache_write: 2.5 }, [272_000, 2, 18]),
  'gpt-5.6-luna': longer({ ...plain(0.2, 1.2), cache_write: 0.25 }, [272_000, 2, 1.8]),
  'gpt-5.5': longer(plain(5, 30), [272_000, 2, 45]),
  'gpt-5.4': longer(plain(2.5, 15), [272_000, 2, 22.5]),
  'gpt-5.4-mini': plain(0.75, 4.5),
  'gpt-5.4-nano': plain(0.2, 1.25),
  'gpt-5.3-codex': plain(1.75, 14),
  'gpt-5.2': plain(1.75, 14),
  'gpt-5.2-codex': plain(1.75, 14),
  'gpt-5.1': plain(1.25, 10),
  'gpt-5.1-codex': plain(1.25, 10),
  'gpt-5.1-codex-max': plain(1.25, 10),
  'gpt-5.1-codex-mini': plain(0.25, 2),
  'gpt-5': plain(1.25, 10),
  'gpt-5-codex': plain(1.25, 10),
  'gpt-5-mini': plain(0.25, 2),
  'gpt-5-nano': plain(0.05, 0.4),
  'gpt-4.1': plain(2, 8, 0.5),
  'gpt-4.1-mini': plain(0.4, 1.6, 0.1),
  'gpt-4.1-nano': plain(0.1, 0.4, 0.025),
  'gpt-4o': plain(2.5, 10, 1.25),
  'gpt-4o-mini': plain(0.15, 0.6, 0.075),
  o3: plain(2, 8, 0.5),
  'o4-mini': plain(1.1, 4.4, 0.275),
  'gemini-3.8-flash': plain(0.75, 3.75),
  'gemini-3.7-flash': plain(0.75, 3.75),
  'gemini-3.6-flash': plain(0.75, 3.75),
  'gemini-3.5-flash': plain(1.5, 9),
  'gemini-3.5-flash-lite': plain(0.3, 2.5),
  'gemini-3.1-pro-preview': longer(plain(2, 12), [200_000, 2, 18]),
  'gemini-3.1-flash-lite': plain(0.25, 1.5),
  'gemini-3-pro-preview': longer(plain(2, 12), [200_000, 2, 18]),
  'gemini-3-flash-preview': plain(0.5, 3),
  'gemini-2.5-pro': longer(plain(1.25, 10), [200_000, 2, 15]),
  'gemini-2.5-flash': plain(0.3, 2.5),
  'gemini-2.5-flash-lite': plain(0.1, 0.4),
}
