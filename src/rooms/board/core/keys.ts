// Cards of the board by one name: sessions keep their id, tasks get a prefix, so that both stand in one list.

export type CardKey = string
export type CardRef = { readonly kind: 'session' | 'task'; readonly id: string }

const taskPrefix = 'task:'

export function taskKey(id: string): CardKey {
  return taskPrefix + id
}

/** Session ids are made by the service and never begin with the prefix. */
export function readKey(key: CardKey): CardRef {
  return key.startsWith(taskPrefix) ? { kind: 'task', id: key.slice(taskPrefix.length) } : { kind: 'session', id: key }
}
