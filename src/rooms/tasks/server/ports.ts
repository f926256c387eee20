// What the tasks room needs from others; app/ connects them.

/** A task was done, or is done no more: sessions that wait for it may start. Must not throw; nobody waits for it. */
export type TaskSettled = (taskId: string) => void
