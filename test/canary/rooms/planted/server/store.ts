import { view } from '../web/view.ts' // expect: no-restricted-imports
import { other } from '#rooms/other/server/index.ts' // expect: no-restricted-imports
import { seen } from '../daemon/far.ts' // expect: no-restricted-imports
export async function store(): Promise<void> {
  store() // expect: no-floating-promises
  try {
    console.log(view, other, seen) // expect: no-console TS2584
  } catch {} // expect: no-empty silent-catch
}
export function column(state: 'idle' | 'running'): number {
  switch (state) { // expect: switch-exhaustiveness-check
    case 'idle':
      return 0
  }
  return process.exit(1) // expect: no-restricted-properties TS2591
}
export default store // expect: no-default-export
store().catch(() => {}) // expect: silent-catch
export const look = ['tmux', 'list-sessions'] // expect: own-tmux
