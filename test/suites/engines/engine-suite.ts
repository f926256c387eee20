// What every workflow engine must do, whatever keeps its journal. Each adapter runs it by `engineSuite(name, openRig)`.
import { test } from 'node:test'
import { resumeTests, retryTests, storageTests } from './lives-suite.ts'
import type { OpenRig, Suite } from './rig.ts'
import { cancelTests, triggerTests } from './runs-suite.ts'
import { failureTests, orderTests } from './steps-suite.ts'

/** `missing`: what the adapter needs and this machine has not; then each test is named and skipped. */
export function engineSuite(name: string, openRig: OpenRig, missing: string | false = false): void {
  const suite: Suite = { name, openRig, test: (what, run) => void test(what, { skip: missing }, run) }
  orderTests(suite)
  failureTests(suite)
  cancelTests(suite)
  triggerTests(suite)
  resumeTests(suite)
  storageTests(suite)
  retryTests(suite)
}
