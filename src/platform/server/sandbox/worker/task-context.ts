// Tells which task a piece of the user's code belongs to, however deep in its callbacks, and how to fail that task.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { StepOutput } from './step-output.ts'

export type TaskContext = { readonly output: StepOutput; readonly fail: (error: unknown) => void }

export const taskContext = new AsyncLocalStorage<TaskContext>()

/** Sends what the thread's streams get to the task that writes, so that `console.log` is its output. */
export function captureStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = (part: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      taskContext.getStore()?.output.write(typeof part === 'string' ? part : Buffer.from(part).toString())
      const done = rest.findLast((argument) => typeof argument === 'function')
      if (done !== undefined) queueMicrotask(() => void Reflect.apply(done, null, []))
      return true
    }
    Object.defineProperty(stream, 'write', { value: write })
  }
}

/** Faults that no promise of a task holds: each fails the task that it came from, and nothing else. */
export function catchStrayFaults(onStray: (error: unknown) => void): void {
  const fail = (error: unknown): void => {
    const task = taskContext.getStore()
    if (task === undefined) onStray(error)
    else task.fail(error)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  Object.defineProperty(process, 'exit', {
    value: (code?: number | string) => {
      const error = new Error(`process.exit(${code ?? ''}) was called; return or throw to end a step`)
      taskContext.getStore()?.fail(error)
      throw error
    },
  })
}
