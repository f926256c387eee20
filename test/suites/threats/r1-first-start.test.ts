// R1: what a first start leaves that is ended at a write point.
import { test } from 'node:test'
import { shareTold } from '../../support/share.ts'
import { leavesWhatWasCopied, startAfterDeaths } from './kill-first-starts.ts'

test(`a first start that dies at any write point leaves a home that starts (${shareTold})`, startAfterDeaths)

test('what a death leaves is what was copied at its point', leavesWhatWasCopied)
