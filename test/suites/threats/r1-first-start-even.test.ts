// R1: what a first start leaves that is ended at a write point, the even states; in two files, which run at once.
import { test } from 'node:test'
import { startAfterDeaths } from './kill-first-starts.ts'

test('a first start that dies at any write point leaves a home that starts: the even states', () => startAfterDeaths(2))
