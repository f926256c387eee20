// What every workflow engine must do, whatever keeps its journal. Each adapter runs it by `engineSuite(name, openRig)`.
import { resumeTests, retryTests, storageTests } from './lives-suite.ts'
import type { OpenRig } from './rig.ts'
import { cancelTests, triggerTests } from './runs-suite.ts'
import { failureTests, orderTests } from './steps-suite.ts'

export function engineSuite(name: string, openRig: OpenRig): void {
  orderTests(name, openRig)
  failureTests(name, openRig)
  cancelTests(name, openRig)
  triggerTests(name, openRig)
  resumeTests(name, openRig)
  storageTests(name, openRig)
  retryTests(name, openRig)
}
