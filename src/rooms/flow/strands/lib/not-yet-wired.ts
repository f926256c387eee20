// The body of every step of a seed: a strand that is drawn but not yet at work.

export function notYetWired(): never {
  throw new Error('not yet wired')
}
