// R1: what a first start leaves that is ended at a write point, the odd states; in two files, which run at once.
import { test } from 'node:test'
import { leavesWhatWasCopied, startAfterDeaths } from './kill-first-starts.ts'

test('a first start that dies at any write point leaves a home that starts: the odd states', () => startAfterDeaths(1))

test('what a death leaves is what was copied at its point', leavesWhatWasCopied)
