// Strands in the palette: found by name, opened or run. They are read when the palette opens, since no feed may be there.
import { Play } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { accessToken } from '#platform/web/auth/token.ts'
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import type { Strand } from '../contract.ts'
import { readStrands } from './flow-feed.ts'
import { hrefOfStrand } from './flow-url.ts'
import { strands } from './strand-store.ts'
import { lastStatus, plainName } from './strand-words.ts'

/** More would push the commands out of sight. */
const mostFound = 6

export const strandSources: readonly PaletteSource[] = [
  { group: 'Strands', search: findStrands, onOpen: readAnew },
  { group: 'Run', search: findToRun },
]

/** A refusal is no news here: the palette then knows no strands. */
function readAnew(): void {
  if (accessToken() !== null) void readStrands()
}

function findStrands(query: string): PaletteItem[] {
  if (query === '') return []
  return ranked(query).map((strand) => ({
    id: `strand:${strand.id}`,
    title: plainName(strand),
    meta: strand.schedule_words ?? strand.triggerType,
    dot: lastStatus(strand),
    run: () => navigate(hrefOfStrand(strand.id)),
    copyText: strand.id,
  }))
}

/** 'run' alone offers them all; a name narrows. */
function findToRun(query: string): PaletteItem[] {
  if (query === '') return []
  return ranked(query.replace(/^run( strand)?(\s+|$)/i, ''))
    .filter(({ origin, broken }) => origin !== 'synthetic' && broken === null)
    .map((strand) => ({
      id: `run-strand:${strand.id}`,
      title: `Run ${plainName(strand)}`,
      meta: strand.input_schema === null ? 'strand' : 'strand, asks for its input',
      icon: Play,
      run: () => navigate(`/strands/${encodeURIComponent(strand.id)}?run=1`),
    }))
}

function ranked(query: string): Strand[] {
  const words = wordsOf(query)
  return strands
    .all()
    .map((strand) => ({ strand, rank: rankMatch(words, [plainName(strand), strand.id, strand.description]) }))
    .filter((found): found is { strand: Strand; rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || plainName(a.strand).localeCompare(plainName(b.strand)))
    .slice(0, mostFound)
    .map(({ strand }) => strand)
}
