// R1: kill -9 at write points of a fixed script of requests, each of them in four rows, or in a run a short row of them.
import { test } from 'node:test'
import { shareTold } from '../../support/share.ts'
import { between, dieAtEach, rowsOfRun } from './kill-requests.ts'

for (const first of rowsOfRun)
  test(`a service that dies at write point ${first} of a script of requests, and at each ${between}th after it, loses nothing acknowledged (${shareTold})`, () =>
    dieAtEach(first))
