// What the page says in passing: a short list of toasts, newest last.
import { createValue } from '../store/value-store.ts'

export type ToastAction = { readonly label: string; readonly run: () => void }
export type Toast = {
  readonly id: number
  /** The state whose dot it carries. */
  readonly tone: string
  readonly title: string
  readonly text: string | null
  readonly action: ToastAction | null
  /** How long it stays, in milliseconds. */
  readonly lastsMs: number
}

/** Enough to read two lines; errors stay for longer. */
const usualMs = 5000
/** More would cover what they speak of. */
const mostShown = 3

export const toasts = createValue<readonly Toast[]>([])
let lastId = 0

type Given = { readonly tone: string; readonly title: string } & Partial<Pick<Toast, 'text' | 'action' | 'lastsMs'>>

/** Shows a toast and answers how to take it away early. */
export function toast(given: Given): () => void {
  lastId += 1
  const id = lastId
  const next: Toast = { id, text: null, action: null, lastsMs: usualMs, ...given }
  toasts.set([...toasts.get(), next].slice(-mostShown))
  return () => dismissToast(id)
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id))
}

/** The one toast whose action the key runs. */
export function newestWithAction(shown: readonly Toast[]): Toast | undefined {
  return shown.findLast(({ action }) => action !== null)
}

/** Runs the newest toast's action, as its key does. */
export function runNewestAction(): void {
  const newest = newestWithAction(toasts.get())
  if (newest === undefined) return
  dismissToast(newest.id)
  newest.action?.run()
}
