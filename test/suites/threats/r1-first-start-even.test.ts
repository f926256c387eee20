// R1: kill -9 at each even write point of a first start; in two files, which run at once.
import { test } from 'node:test'
import { dieOnFirstStarts } from './kill-first-starts.ts'

test('a first start that dies at any even write point leaves a home that starts', () => dieOnFirstStarts(2))
