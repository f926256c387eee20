// What the page says in passing: a short list of toasts, newest last. What can be undone is on the page's one list, too.
import { createValue } from '../store/value-store.ts'
import { createUndoStack, type Undo } from '../undo/undo-stack.ts'

export type ToastAction = { readonly label: string; readonly run: () => void }
export type Toast = {
  readonly id: number
  /** The state whose dot it carries. */
  readonly tone: string
  readonly title: string
  readonly text: string | null
  readonly action: ToastAction | null
  /** The entry of the undo list that its button takes back; null for none. */
  readonly undoId: number | null
  /** How long it stays, in milliseconds. */
  readonly lastsMs: number
}

/** Enough to read two lines; errors stay for longer. */
const usualMs = 5000
/** Long enough to notice a slip. The key takes it back for longer. */
const undoMs = 10_000
/** More would cover what they speak of. */
const mostShown = 3

export const toasts = createValue<readonly Toast[]>([])
export const undoStack = createUndoStack(() => Date.now())
let lastId = 0

type Said = { readonly tone: string; readonly title: string } & Partial<Pick<Toast, 'text' | 'lastsMs'>>

/** Shows a toast and answers how to take it away early. */
export function toast(given: Said & { readonly action?: ToastAction | null }): () => void {
  return show({ action: null, lastsMs: usualMs, ...given, undoId: null })
}

/** Says what was done and how to take it back. Answers how to end both, for what can be undone for a while only. */
export function toastWithUndo(given: Said, undo: Undo): () => void {
  const undoId = undoStack.push(given.title, undo)
  const takeAway = show({ lastsMs: undoMs, ...given, action: null, undoId })
  return () => {
    undoStack.take(undoId)
    takeAway()
  }
}

function show(given: Omit<Toast, 'id' | 'text'> & Partial<Pick<Toast, 'text'>>): () => void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get(), { id, text: null, ...given }].slice(-mostShown))
  return () => dismissToast(id)
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id))
}

/** What the toast spoke of was taken back. */
export function closeToastOf(undoId: number): void {
  toasts.set(toasts.get().filter((each) => each.undoId !== undoId))
}
