// Words of tasks that came to PostgreSQL without them, as by a copy of a home: nobody would find those tasks.
import { sql } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import { wordsOf } from '../../core/words.ts'

/** Descriptions may be long: so many are in memory at a time. */
const atOnce = 50

const fill = statement(
  'UPDATE tasks SET title_words = ?, description_words = ? WHERE seq = ? AND title = ? AND description = ?',
)

/** Does nothing on SQLite, and where no words are missing. Rejects with `StorageError`. */
export async function fillWords({ read, commits }: Pick<Database, 'read' | 'commits'>): Promise<void> {
  if (dialectOf(read) === 'sqlite') return
  for (;;) {
    const rows = await read
      .selectFrom('tasks')
      .select(['seq', 'title', 'description'])
      .where(sql<boolean>`(title_words IS NULL OR description_words IS NULL)`)
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return
    await commits.write({
      *script() {
        for (const { seq, title, description: text } of rows)
          yield* fill.run(wordsOf(title), wordsOf(text), seq, title, text)
      },
    })
  }
}
