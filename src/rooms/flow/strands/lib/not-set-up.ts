// The answer of a step whose strand lacks something that a person has yet to configure: no failure, and nothing done.

type Missing = { readonly reason: string; readonly hint: string }

/** Says it in the step's output, too. */
export function notSetUp(output: (line: string) => void, { reason, hint }: Missing) {
  output(`not set up: ${reason} ${hint}`)
  return { ok: false, error: 'not_set_up', reason, hint } as const
}
