// The key by which this browser's worker decides approvals on their notifications: in this origin's own database, where page
// and worker both reach it. It is good for nothing else, and ends with the login.

const databaseName = 'orrery'
const storeName = 'keys'
const keyName = 'decision'

export function readDecisionKey(): Promise<string | null> {
  return within('readonly', (store) => store.get(keyName)).then((key) => (typeof key === 'string' ? key : null))
}

/** Null takes it away. */
export async function keepDecisionKey(key: string | null): Promise<void> {
  await within('readwrite', (store) => (key === null ? store.delete(keyName) : store.put(key, keyName)))
}

function within(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('this browser keeps nothing')))
    opening.addEventListener('success', () => {
      const database = opening.result
      const asked = database.transaction(storeName, mode).objectStore(storeName)
      const request = run(asked)
      asked.transaction.addEventListener('complete', () => {
        database.close()
        resolve(request.result)
      })
      asked.transaction.addEventListener('abort', () => {
        database.close()
        reject(request.error ?? new Error('this browser keeps nothing'))
      })
    })
  })
}
