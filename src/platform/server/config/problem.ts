// What is wrong with the settings, collected so that one start names every mistake.

export type ConfigProblem = {
  /** Where: a dotted key of config.json, a variable's name, or a line and column. */
  readonly at: string
  /** A sentence for a person, without the value where that may be a secret. */
  readonly reason: string
}
