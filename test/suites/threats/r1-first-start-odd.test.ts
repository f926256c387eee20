// R1: kill -9 at each odd write point of a first start; in two files, which run at once.
import { test } from 'node:test'
import { dieOnFirstStarts } from './kill-first-starts.ts'

test('a first start that dies at any odd write point leaves a home that starts', () => dieOnFirstStarts(1))
