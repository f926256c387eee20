// The only reader of process.env: everything else gets the environment as a value.

export type Environment = Readonly<Record<string, string | undefined>>

/** A frozen copy of the variables this process was started with, but for what bin/orrery set for its memory alone. */
export function readEnvironment(): Environment {
  takeBackOwn()
  return Object.freeze({ ...process.env })
}

/** The C library has read it by now. Out of process.env too, which programs that we start inherit. */
function takeBackOwn(): void {
  for (const [mark, names] of Object.entries(ownForMemory)) {
    if (process.env[mark] === undefined) continue
    for (const name of [mark, ...names]) delete process.env[name]
  }
}

/** By the mark that tells that they are ours: who sets one of them without it has it handed on. */
const ownForMemory = {
  ORRERY_SET_ARENA_MAX: ['MALLOC_ARENA_MAX'],
  ORRERY_SET_TRIM: ['MALLOC_TRIM_THRESHOLD_'],
} as const

/** A variable's text, or null when it is unset or empty: compose files and unit files pass empty ones for 'not set'. */
export function variable(environment: Environment, name: string): string | null {
  const text = environment[name]
  return text === undefined || text === '' ? null : text
}
