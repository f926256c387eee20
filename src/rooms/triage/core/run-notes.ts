// What a run could not do with what lay before it, as sentences for the page and the command line.
import type { RunSummary } from '../contract.ts'

type Noted = Pick<RunSummary, 'briefs_left' | 'briefs_cut' | 'overrides_left' | 'dropped'>

export function runNotes({
  briefs_left: briefs,
  briefs_cut: cut,
  overrides_left: overrides,
  dropped,
}: Noted): string[] {
  return [
    ...(cut === 0 ? [] : [cutText(cut)]),
    ...(briefs + overrides === 0 ? [] : [leftText(briefs, overrides)]),
    ...(dropped === 0 ? [] : [droppedText(dropped)]),
  ]
}

function cutText(briefs: number): string {
  const [verb, whose] = briefs === 1 ? ['was', 'its'] : ['were', 'their']
  return `${counted(briefs, 'brief')} ${verb} too long for the prompt: the model read ${whose} beginning alone. What matters belongs there, or in a brief of its own.`
}

function leftText(briefs: number, overrides: number): string {
  const waiting = [
    ...(briefs === 0 ? [] : [counted(briefs, 'brief')]),
    ...(overrides === 0 ? [] : [counted(overrides, 'correction or lock', 'corrections and locks')]),
  ]
  const [verb, end] = briefs + overrides === 1 ? ['waits', 'it'] : ['wait', 'them']
  return `${waiting.join(' and ')} found no room in the prompt and ${verb} for the next run. More model.contextTokens makes room for ${end}.`
}

function droppedText(dropped: number): string {
  return `The model gave ${counted(dropped, 'score')} for tasks that it was not asked about, or twice: left out.`
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
