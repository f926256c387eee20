// The shared suite against the embedded engine, and what holds for it alone.
import { test } from 'node:test'
import { openEmbeddedRig } from './engine-rig.ts'
import { engineSuite } from './engine-suite.ts'
import { aloneTests } from './steps-suite.ts'

engineSuite('embedded', openEmbeddedRig)
aloneTests({ name: 'embedded', openRig: openEmbeddedRig, test: (what, run) => void test(what, run) })
