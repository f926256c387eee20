// R1: kill -9 at each fourth write point of a fixed script of requests; in two files, which run at once.
import { test } from 'node:test'
import { shareTold } from '../../support/share.ts'
import { dieAtEveryFourth, rowsOf } from './kill-requests.ts'

for (const row of rowsOf(1))
  test(`a service that dies at write point ${row} of a script of requests, and each fourth after it, loses nothing acknowledged (${shareTold})`, () =>
    dieAtEveryFourth(row))
