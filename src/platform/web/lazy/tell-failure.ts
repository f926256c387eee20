// Says that a part of the page is missing, where it has no place to say it in, and how to get it. After an update of the
// service the old page's parts are gone: then only the whole page anew helps, which is offered from the second failure on.
import { toast } from '../ui/toasts.ts'

export type PartFailure = {
  /** `broken`: it was there, and drawing it failed. */
  readonly what: 'not_loaded' | 'broken'
  /** How often in a row, this time included. */
  readonly failures: number
  readonly onRetry: () => void
}

export const failureTitles = {
  not_loaded: 'This part of the page did not load.',
  broken: 'This part of the page failed.',
} as const

export function hintFor({ what, failures }: PartFailure): string {
  if (what === 'broken') return 'The error is in the console of this browser.'
  if (failures === 1) return 'See whether the service runs and can be reached.'
  return 'If the service was updated meanwhile, the page has to be loaded anew.'
}

export const reload = (): void => location.reload()

/** Until the returned function is called, or for as long as it takes to read. */
export function tellFailure(failure: PartFailure): () => void {
  const { what, failures, onRetry } = failure
  return toast({
    tone: 'failed',
    title: failureTitles[what],
    text: hintFor(failure),
    action: failures === 1 ? { label: 'Try again', run: onRetry } : { label: 'Reload the page', run: reload },
    lastsMs: 60_000,
  })
}
