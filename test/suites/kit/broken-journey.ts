// A journey whose browser does not start, for the test beside it: what its PATH holds for Chromium ends at once.
import { test } from 'node:test'
import { journey } from '../../support/journey.ts'

journey()

test('never runs', () => {})
