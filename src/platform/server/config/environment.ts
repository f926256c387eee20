// The only reader of process.env: everything else gets the environment as a value.

export type Environment = Readonly<Record<string, string | undefined>>

/** A frozen copy of the variables this process was started with. */
export function readEnvironment(): Environment {
  return Object.freeze({ ...process.env })
}

/** A variable's text, or null when it is unset or empty: compose files and unit files pass empty ones for 'not set'. */
export function variable(environment: Environment, name: string): string | null {
  const text = environment[name]
  return text === undefined || text === '' ? null : text
}
