// What DBOS says goes into the log of the service, and its chatter nowhere.
import type { DLogger } from '@dbos-inc/dbos-sdk'
import type { Log } from '#platform/server/log/log.ts'
import { createNews } from './news.ts'

/** Without PostgreSQL it says some fifteen times a second that a queue could not be asked. */
export function withUs(log: Log, isNews: (text: string) => boolean = createNews()): DLogger {
  return {
    info: () => {},
    debug: () => {},
    warn(said) {
      if (isNews(String(said))) log.warn({ said: String(said) }, 'DBOS warns')
    },
    error(said) {
      if (isNews(String(said))) log.error({ said: String(said) }, 'DBOS could not do something')
    },
  }
}
