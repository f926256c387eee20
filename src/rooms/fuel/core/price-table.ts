// Prices of models in dollars for a million tokens, as their makers publish them: what Orrery knows without being told. A price
// that is not here, or that changed since, is set by `fuel.prices`.

/** Of each kind of tokens. */
export type Price = {
  readonly input: number
  readonly output: number
  readonly cache_read: number
  readonly cache_write: number
}

/** The day as of which the table was true. */
export const pricesOf = '2025-12-01'

/** Reading from a cache costs a tenth of the input, writing into it a quarter more. */
const anthropic = (input: number, output: number): Price => ({
  input,
  output,
  cache_read: input / 10,
  cache_write: input * 1.25,
})
/** Writing into a cache costs what the input costs. */
const plain = (input: number, output: number, cacheRead: number): Price => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write: input,
})

/** By the beginning of the name of a model, without its date: `claude-sonnet-4-5-20250929` is `claude-sonnet-4-5`. */
export const priceTable: Readonly<Record<string, Price>> = {
  // As Claude Code itself reckons.
  'claude-opus-5-5': anthropic(4, 20),
  'claude-opus-4-5': anthropic(5, 25),
  'claude-opus-4-1': anthropic(15, 75),
  'claude-opus-4': anthropic(15, 75),
  'claude-sonnet-4-5': anthropic(3, 15),
  'claude-sonnet-4': anthropic(3, 15),
  'claude-3-7-sonnet': anthropic(3, 15),
  'claude-haiku-4-5': anthropic(1, 5),
  'claude-3-5-haiku': anthropic(0.8, 4),
  'gpt-5': plain(1.25, 10, 0.125),
  'gpt-5.1': plain(1.25, 10, 0.125),
  'gpt-5-codex': plain(1.25, 10, 0.125),
  'gpt-5.1-codex': plain(1.25, 10, 0.125),
  'gpt-5-mini': plain(0.25, 2, 0.025),
  'gpt-5.1-codex-mini': plain(0.25, 2, 0.025),
  'gpt-5-nano': plain(0.05, 0.4, 0.005),
  'gpt-4.1': plain(2, 8, 0.5),
  'gpt-4.1-mini': plain(0.4, 1.6, 0.1),
  'gpt-4o': plain(2.5, 10, 1.25),
  o3: plain(2, 8, 0.5),
  'o4-mini': plain(1.1, 4.4, 0.275),
  'gemini-3-pro-preview': plain(2, 12, 0.2),
  'gemini-2.5-pro': plain(1.25, 10, 0.125),
  'gemini-2.5-flash': plain(0.3, 2.5, 0.03),
  'gemini-2.5-flash-lite': plain(0.1, 0.4, 0.01),
}
