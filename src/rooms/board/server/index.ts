// The board's server as app/ wires it: the socket that keeps every viewer in step.
export { createStateSocket, type StateSocket } from './state-socket.ts'
