// R1: kill -9 at each even write point of a fixed script of requests; in two files, which run at once.
import { test } from 'node:test'
import { dieAtEveryOther } from './kill-requests.ts'

test('a service that dies at any even write point of a script of requests loses nothing acknowledged', () =>
  dieAtEveryOther(2))
