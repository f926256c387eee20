export type Column = 'active'
export const isTask = (kind: string): boolean => kind === 'task' // expect: kind-in-board
export const path = '/api/tasks' // expect: literal-path
