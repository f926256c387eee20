// How much of what lies below a task is done, counted over what holds nothing itself.

export type Progress = { readonly done: number; readonly total: number }

export type CountedChild = { readonly isDone: boolean; readonly progress: Progress }

export const noProgress: Progress = { done: 0, total: 0 }

/** A child that holds others counts by what it holds; its own status does not. */
export function progressOf(children: readonly CountedChild[]): Progress {
  let done = 0
  let total = 0
  for (const { isDone, progress } of children) {
    done += progress.total > 0 ? progress.done : isDone ? 1 : 0
    total += progress.total > 0 ? progress.total : 1
  }
  return total === 0 ? noProgress : { done, total }
}
