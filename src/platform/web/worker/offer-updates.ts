// Says that a newer page is there, and loads it when a person wants that: what is half written is theirs to finish.
import type { LinkState } from '../live/reconnecting-socket.ts'
import type { ValueStore } from '../store/value-store.ts'
import { toast } from '../ui/toasts.ts'
import { sayTo } from './app-worker.ts'

/** Until it is answered or closed. */
const lastsMs = 24 * 60 * 60 * 1000

export function offerUpdates(registration: ServiceWorkerRegistration, link: ValueStore<LinkState>): void {
  let offered: ServiceWorker | null = null

  function look(): void {
    const { waiting } = registration
    // The first worker of a browser takes nobody's place.
    if (waiting === null || waiting === offered || navigator.serviceWorker.controller === null) return
    offered = waiting
    const load = (): void => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      sayTo(waiting, { type: 'take_over' })
    }
    const text = 'Agents and what you wrote stay as they are.'
    toast({ tone: 'done', title: 'A newer page is ready.', text, lastsMs, action: { label: 'Load it', run: load } })
  }

  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  look()
  // A service that comes back may be a newer one.
  link.subscribe(() => {
    if (link.get().kind === 'live') void registration.update().catch(() => null)
  })
}
