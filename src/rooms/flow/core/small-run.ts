// Runs in lists and frames: a large value stays behind, and a page reads it by GET when somebody looks at it.
import type { Run } from '../contract.ts'

const largestValue = 64 * 1024

export const isLarge = (value: unknown): boolean => value !== null && JSON.stringify(value).length > largestValue

/** The run without a large input. */
export const smallRun = (run: Run): Run => (isLarge(run.input) ? { ...run, input: null } : run)
