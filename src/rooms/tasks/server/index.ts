// The tasks room as app/ wires it.
export { createEmptyTaskStore, type TaskStore } from './empty-store.ts'
