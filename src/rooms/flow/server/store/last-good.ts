// Strands of files as they last were good: a typo in a file takes neither its page nor its history away.
import { isDeepStrictEqual } from 'node:util'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { BrokenStrand, LoadedStrands } from '../loaded-strand.ts'

export interface LastGood {
  /** Remembers strands as they were just read. Answers those whose files could not be read, as they last were. */
  keep(read: Pick<LoadedStrands, 'strands' | 'unread'>): Promise<readonly BrokenStrand[]>
}

type Known = ReadonlyMap<string, { readonly definition: StrandDefinition; readonly brokenSince: string | null }>

export type LastGoodParts = {
  readonly database: Pick<Database, 'commits' | 'read' | 'others'>
  readonly clock: Clock
  readonly log: Log
}

export function createLastGood({ database: { commits, read, others }, clock, log }: LastGoodParts): LastGood {
  const node = others.node ?? ''
  let known: Known | null = null

  async function load(): Promise<Known> {
    const rows = await read.selectFrom('loom_last_good').selectAll().where('node', '=', node).execute()
    return new Map(
      rows.map(({ id, definition, broken_since: brokenSince }) => [
        id,
        // We wrote it ourselves, as a checked definition.
        { definition: JSON.parse(definition) as StrandDefinition, brokenSince },
      ]),
    )
  }

  async function write(next: Known): Promise<void> {
    await commits.write({
      *script() {
        yield* removeAll.run(node)
        for (const [id, { definition, brokenSince }] of next) {
          yield* add.run(id, JSON.stringify(definition), brokenSince, node)
        }
      },
    })
  }

  return {
    async keep({ strands, unread }) {
      const before = (known ??= await load())
      const good = strands.map(({ definition }) => definition).filter(({ origin }) => origin === 'user')
      const ids = new Set(good.map(({ id }) => id))
      const broken = [...before.values()].flatMap(({ definition, brokenSince }): BrokenStrand[] => {
        const error = unread.get(definition.modulePath)
        if (error === undefined || ids.has(definition.id)) return []
        return [{ definition, error: { ...error, since: brokenSince ?? toIso(clock.now()) } }]
      })
      const all = [
        ...good.map((definition) => ({ definition, brokenSince: null })),
        ...broken.map(({ definition, error }) => ({ definition, brokenSince: error.since })),
      ]
      const next: Known = new Map(all.map((each) => [each.definition.id, each]))
      if (!isDeepStrictEqual([...next], [...before])) {
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

const removeAll = statement('DELETE FROM loom_last_good WHERE node = ?')
const add = statement('INSERT INTO loom_last_good (id, definition, broken_since, node) VALUES (?, ?, ?, ?)')
