// The pairing of this page: one at a time, told in passing when its dialog is closed.
import { call } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { tickerNow } from '#platform/web/time/ticker.ts'
import { cancelPairing, makePairing } from '../../api.ts'
import { revoke } from '../device-acts.ts'
import { devices } from '../device-store.ts'
import { deviceDialog, openPairing } from '../dialog-state.ts'
import { createPairing } from './pairing.ts'

export const pairing = createPairing({
  make: () => call(makePairing, { body: {} }),
  cancel: (code) => call(cancelPairing, { params: { code } }),
  revoke,
  devices,
  nowMs: tickerNow,
  onPaired({ label }) {
    if (deviceDialog.get()?.kind === 'pair') return
    toast({
      tone: 'done',
      title: `${label} is paired.`,
      text: 'Compare its six words.',
      lastsMs: 60_000,
      action: { label: 'Compare', run: openPairing },
    })
  },
})
