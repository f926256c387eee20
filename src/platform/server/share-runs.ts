// One run of the same work at a time, shared by all who ask for it.

/**
 * Answers a function that runs `work`. Who asks while a run of the same key is under way gets the outcome of the next one,
 * together with all others who ask meanwhile: an outcome is never older than its question.
 */
export function shareRuns<Q, T>(
  keyOf: (question: Q) => string,
  work: (question: Q) => Promise<T>,
): (question: Q) => Promise<T> {
  const runs = new Map<string, Run<T>>()

  function begin(key: string, question: Q): Promise<T> {
    const run: Run<T> = { outcome: work(question), next: null }
    runs.set(key, run)
    const ended = (): void => {
      if (run.next === null) runs.delete(key)
    }
    run.outcome.then(ended, ended)
    return run.outcome
  }

  return (question) => {
    const key = keyOf(question)
    const run = runs.get(key)
    if (run === undefined) return begin(key, question)
    const again = (): Promise<T> => begin(key, question)
    run.next ??= run.outcome.then(again, again)
    return run.next
  }
}

type Run<T> = { readonly outcome: Promise<T>; next: Promise<T> | null }
