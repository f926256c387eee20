// States by which history is narrowed: the page takes types from contracts, not values.
import type { SessionState } from '../../contract.ts'

export const shownStates: readonly SessionState[] = ['completed', 'failed', 'awaiting_review', 'running', 'idle']
