// The only reader of process.env: everything else gets the environment as a value.

export type Environment = Readonly<Record<string, string | undefined>>

/** A frozen copy of the variables this process was started with, but for what bin/orrery set for its memory alone. */
export function readEnvironment(): Environment {
  takeBackOwn()
  return Object.freeze({ ...process.env })
}

/** The C library has read it by now. Out of process.env too, which programs that we start inherit. */
function takeBackOwn(): void {
  if (process.env.ORRERY_SET_ARENA_MAX === undefined) return
  delete process.env.ORRERY_SET_ARENA_MAX
  delete process.env.MALLOC_ARENA_MAX
}

/** A variable's text, or null when it is unset or empty: compose files and unit files pass empty ones for 'not set'. */
export function variable(environment: Environment, name: string): string | null {
  const text = environment[name]
  return text === undefined || text === '' ? null : text
}
