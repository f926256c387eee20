// Tries what is set by asking the service, once at a time.
import { useState } from 'react'
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { testSettings } from '../api.ts'
import type { SettingsTest, SettingsTested } from '../contract.ts'

/** A model that loads first takes its time: `model.timeoutSeconds` is 290 at most. */
const testMs = 300_000

export type TestState = {
  /** What came of the last one; null before it, and while the next goes on. */
  readonly told: SettingsTested | null
  readonly isBusy: boolean
  readonly run: () => Promise<void>
}

export function useTest(test: SettingsTest): TestState {
  const [told, setTold] = useState<SettingsTested | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setTold(null)
    const answer = await call(testSettings, { body: test, timeoutMs: testMs })
    setBusy(false)
    if (answer.ok) setTold(answer.value)
    else report('Not tested', answer.error)
  }
  return { told, isBusy, run }
}
