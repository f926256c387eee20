// Node's client for https, apart: it loads TLS, which a daemon whose programs answer without it does not need.
import { get } from 'node:https'

export const getSecurely: typeof get = get
