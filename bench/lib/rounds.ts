// Runs what is compared turn by turn, so that a slow minute of the machine strikes all of it alike.

/**
 * Calls every contender once a round and answers what each measured, in the order of the rounds. Who begins changes from
 * round to round.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, (round: number) => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of turned(names, round)) measured[name].push(await contenders[name](round))
  }
  return measured
}

function turned<T>(values: readonly T[], by: number): T[] {
  const cut = by % values.length
  return [...values.slice(cut), ...values.slice(0, cut)]
}

/** Milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
