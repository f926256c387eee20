// What a node says of itself when it is not among the others.

type Bearer = { readonly name: string; readonly isOurs: boolean; readonly hostname: string }

/** Null when the row of that name is this process's own. */
export function bearerWords(node: string, rows: readonly Bearer[]): string | null {
  const bearer = rows.find(({ name }) => name === node)
  if (bearer === undefined || bearer.isOurs) return null
  return (
    `Another service is the node ${node}, on ${bearer.hostname}: this one runs no strands and is seen by nobody. ` +
    'Give it a name of its own, SERVICE_NODE=<name>, and start it anew.'
  )
}

/** Why PostgreSQL did not answer. */
export function unreachableWords(error: unknown): string {
  return (
    `PostgreSQL does not answer: ${reasonOf(error)}. Strands wait for it; the rest of this service goes on, ` +
    'and asks again every 10 s. Look whether it runs and lets this machine in.'
  )
}

/** Several addresses of one name fail together, and then the error itself says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
