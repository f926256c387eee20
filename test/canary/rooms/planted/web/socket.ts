export type Column = string // expect: declared-twice
export const socket = new WebSocket('/ws/state') // expect: lone-socket literal-path
export const looks = 'named'
