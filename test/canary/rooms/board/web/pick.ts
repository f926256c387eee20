export type Column = 'active'
export const isTask = (kind: string): boolean => kind === 'task' // expect: kind-in-board
export function nameOf(kind: string): string {
  switch (kind) {
    case 'task': // expect: kind-in-board
      return 'Task'
    default:
      return 'Session'
  }
}
export const path = '/api/tasks' // expect: literal-path
