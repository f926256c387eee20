// R1: kill -9 at each fourth write point of a fixed script of requests, from the third on; in four files, which run at once.
import { test } from 'node:test'
import { dieAtEveryFourth } from './kill-requests.ts'

test('a service that dies at the third write point of a script of requests, and each fourth after it, loses nothing acknowledged', () =>
  dieAtEveryFourth(3))
