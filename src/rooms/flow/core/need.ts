// What of a strand needs a person: failures that nothing answered, slots that nothing ran in, a file that is broken.
import { shortened } from '#base/cut-text.ts'
import { needTextLimit, type Need } from '#rooms/inbox/contract.ts'
import type { BrokenFile, Strand, Tick } from '../contract.ts'
import type { Streak, Streaks } from './streaks.ts'

/** A need and the name that its mark hangs on. */
export type NamedNeed = { readonly id: string; readonly need: Need }

type Shown = Pick<Strand, 'id' | 'name' | 'enabled' | 'origin' | 'ticks' | 'broken'>

/** What lies before `sinceIso` is history. */
export function needsOf(strand: Shown, streaks: Streaks, sinceIso: string): NamedNeed[] {
  const failing = [...streaks.failing.values()]
    .filter(({ newest, triedBy }) => triedBy === null && endOf(newest) >= sinceIso)
    .map((streak) => failure(strand, streak))
  const missed = strand.enabled && strand.broken === null ? missedSlots(strand.ticks) : []
  const last = missed.at(-1)
  return [
    ...failing,
    ...(last === undefined || last.at < sinceIso ? [] : [missedRuns(strand, last.at, missed.length)]),
    ...(strand.broken === null ? [] : [brokenFile(strand, strand.broken)]),
  ]
}

/** Those after the last run: any run after a slot makes up for it. */
export function missedSlots(ticks: readonly Tick[]): readonly Tick[] {
  return ticks.slice(ticks.findLastIndex(({ run_id: run }) => run !== null) + 1)
}

const endOf = ({ created_at: asked, finished_at: ended }: Streak['newest']): string => ended ?? asked

function failure(strand: Shown, { first, newest, times }: Streak): NamedNeed {
  return named(`run:${first}`, strand, {
    kind: 'run_failed',
    subject: { type: 'run', id: newest.run_id },
    moment: first,
    since: endOf(newest),
    text: newest.error,
    times,
    // A mirrored job is run by its gateway alone.
    again: strand.origin === 'synthetic' ? null : 'retry',
  })
}

function missedRuns(strand: Shown, slot: string, times: number): NamedNeed {
  return named(`missed:${strand.id}`, strand, {
    kind: 'missed',
    subject: { type: 'strand', id: strand.id },
    moment: slot,
    since: slot,
    text: null,
    times,
    again: strand.origin === 'synthetic' ? null : 'run',
  })
}

function brokenFile(strand: Shown, { line, reason, since }: BrokenFile): NamedNeed {
  const place = line === null ? '' : `line ${line}: `
  return named(`strand:${strand.id}`, strand, {
    kind: 'run_failed',
    subject: { type: 'strand', id: strand.id },
    moment: `${place}${reason}`,
    since,
    text: `its file is broken: ${place}${reason}`,
    times: 1,
    again: null,
  })
}

type Said = Omit<Need, 'title' | 'about' | 'found_by' | 'cause' | 'task_id' | 'device_id'>

function named(id: string, { id: strandId, name }: Shown, said: Said): NamedNeed {
  const about = { type: 'strand', id: strandId, title: name, project: null } as const
  const text = said.text === null ? null : shortened(said.text, needTextLimit)
  const ofStrand = { about, found_by: [strandId], task_id: null, device_id: null }
  return { id, need: { ...said, ...ofStrand, title: name, text, cause: text } }
}
