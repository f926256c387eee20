// What a click or a key does, fetched with its first use: the page is drawn without it.
import { tellFailure } from './tell-failure.ts'

/**
 * Called as the act that it fetches: `actOf` finds that in its module. Resolves once the act is done, or could not be fetched;
 * that is told, and another try offered.
 */
export function lazyAct<Module, Args extends readonly unknown[]>(
  fetchModule: () => Promise<Module>,
  actOf: (module: Module) => (...args: Args) => unknown,
): (...args: Args) => Promise<void> {
  let failures = 0
  async function act(...args: Args): Promise<void> {
    const module = await fetchModule().catch(noteFailure)
    if (module === null) tellFailure({ what: 'not_loaded', failures, onRetry: () => void act(...args) })
    else await actOf(module)(...args)
  }
  /** The browser's words name a file and help nobody. */
  function noteFailure(): null {
    failures += 1
    return null
  }
  return act
}
