// Strands of files as they last were good: a typo in a file takes neither its page nor its history away.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { BrokenStrand, LoadedStrands } from '../ports.ts'

export interface LastGood {
  /** Remembers strands as they were just read. Answers those whose files could not be read, as they last were. */
  keep(read: Pick<LoadedStrands, 'strands' | 'unread'>): Promise<readonly BrokenStrand[]>
}

export function createLastGood({ commits, read }: Pick<Database, 'commits' | 'read'>, log: Log): LastGood {
  let known: ReadonlyMap<string, StrandDefinition> | null = null

  async function load(): Promise<ReadonlyMap<string, StrandDefinition>> {
    const rows = await read.selectFrom('loom_last_good').selectAll().execute()
    // We wrote it ourselves, as a checked definition.
    return new Map(rows.map(({ id, definition }) => [id, JSON.parse(definition) as StrandDefinition]))
  }

  async function write(next: ReadonlyMap<string, StrandDefinition>): Promise<void> {
    await commits.write({
      run(db) {
        db.exec('DELETE FROM loom_last_good')
        const insert = db.prepare('INSERT INTO loom_last_good VALUES (?, ?)')
        for (const [id, definition] of next) insert.run(id, JSON.stringify(definition))
      },
    })
  }

  return {
    async keep({ strands, unread }) {
      const before = (known ??= await load())
      const good = strands.map(({ definition }) => definition).filter(({ origin }) => origin === 'user')
      const ids = new Set(good.map(({ id }) => id))
      const broken = [...before.values()].flatMap((definition): BrokenStrand[] => {
        const error = unread.get(definition.modulePath)
        return error === undefined || ids.has(definition.id) ? [] : [{ definition, error }]
      })
      const next = new Map([...good, ...broken.map(({ definition }) => definition)].map((one) => [one.id, one]))
      if (!isDeepStrictEqual([...next.values()], [...before.values()])) {
        // The next load writes what this one could not.
        await write(next).then(
          () => (known = next),
          (error: unknown) => log.warn({ err: error }, 'the strands of files were not written down'),
        )
      }
      return broken
    },
  }
}
