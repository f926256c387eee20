// What DBOS says goes into the log of the service, and its chatter nowhere.
import type { DLogger } from '@dbos-inc/dbos-sdk'
import type { Log } from '#platform/server/log/log.ts'

export function withUs(log: Log): DLogger {
  return {
    info: () => {},
    debug: () => {},
    warn: (said) => log.warn({ said: String(said) }, 'DBOS warns'),
    error: (said) => log.error({ said: String(said) }, 'DBOS could not do something'),
  }
}
