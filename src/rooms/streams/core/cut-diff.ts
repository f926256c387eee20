// What git writes of one file, as it is shown: hunks alone, and no more than a page can bear.

/** Longest that is told, in characters. */
export const longestDiff = 200_000

export type CutDiff = { readonly text: string | null; readonly is_cut: boolean; readonly why: string | null }

/** The head, which names trees and files of our own, is left out. */
export function cutDiff(output: string): CutDiff {
  const nothing = { text: null, is_cut: false } as const
  if (output === '') return { ...nothing, why: 'It is as it was when the session began.' }
  const begin = output.startsWith('@@') ? 0 : output.indexOf('\n@@') + 1
  if (begin === 0 && !output.startsWith('@@'))
    return { ...nothing, why: isBinary(output) ? noText : 'It has no lines.' }
  const whole = output.slice(begin)
  if (whole.length <= longestDiff) return { text: whole, is_cut: false, why: null }
  const end = whole.lastIndexOf('\n', longestDiff) + 1
  return { text: whole.slice(0, end === 0 ? longestDiff : end).toWellFormed(), is_cut: true, why: null }
}

const noText = 'It is no text.'
const isBinary = (output: string): boolean => /^Binary files .* differ$/m.test(output)
