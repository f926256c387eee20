// A delivery in words, the same on the page and on the command line.
import type { Delivery, DeliveryState } from '../contract.ts'

export const stateWords: Readonly<Record<DeliveryState, string>> = {
  queued: 'to be sent',
  sending: 'being sent',
  delivered: 'delivered',
  failed: 'failed',
  unknown: 'not known',
  taken_back: 'taken back',
}

/** What it was: `Fix the build failed`; of what followed how it stands in for it. */
export function whatWords({ event, message: { title, text } }: Pick<Delivery, 'event' | 'message'>): string {
  switch (event) {
    case 'told':
    case 'test':
      return title
    case 'updated':
      return `${title} (replaced silently)`
    case 'over':
      return `${title} (${text.replace(/\.$/, '').toLowerCase()})`
  }
}

/** Whether a person can have it sent again. */
export function canRetry({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'failed' || state === 'unknown'
}
