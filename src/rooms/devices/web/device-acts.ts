// What a person can do with a device: one list for its menu and the palette.
import { Copy, Fingerprint, Pencil, Radio, RefreshCw, Unplug } from 'lucide-react'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import type { MoreAction } from '#platform/web/ui/more-menu.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import { changeDevice, pingDevice, refreshDevice, revokeDevice } from '../api.ts'
import type { Device, DeviceChange } from '../contract.ts'
import { deviceDialog } from './dialog-state.ts'
import { devices } from './device-store.ts'

/** The hub's own machine has no key that could be revoked or copied. */
export function actsFor(device: Device): MoreAction[] {
  const { id, fingerprint, is_local: isLocal } = device
  const acts: MoreAction[] = [
    { icon: Pencil, label: 'Rename and tag', run: () => deviceDialog.set({ kind: 'change', id }) },
    { icon: Radio, label: 'Ping', run: () => void ping(device) },
    { icon: RefreshCw, label: 'Look anew', run: () => void refresh(device) },
    { icon: Copy, label: 'Copy its id', run: () => void copyText(id) },
  ]
  if (isLocal) return acts
  return [
    ...acts,
    { icon: Fingerprint, label: 'Copy its six words', run: () => void copyText(fingerprint.join(' ')) },
    { icon: Unplug, label: 'Revoke…', run: () => deviceDialog.set({ kind: 'revoke', id }) },
  ]
}

export async function ping(device: Device): Promise<void> {
  const answer = await call(pingDevice, { params: { id: device.id } })
  if (!answer.ok) return report('No answer', answer.error, () => void ping(device))
  toast({ tone: 'done', title: `${device.label} answered in ${Math.round(answer.value.rtt_ms)} ms.` })
}

/** A look at graphics cards and models takes its time on a busy machine. */
const refreshTimeoutMs = 30_000

export async function refresh(device: Device): Promise<void> {
  const answer = await call(refreshDevice, { params: { id: device.id }, timeoutMs: refreshTimeoutMs })
  if (!answer.ok) return report('Not looked', answer.error, () => void refresh(device))
  learn(answer.value.device)
  toast({ tone: 'done', title: `${device.label} looked anew at what it has.` })
}

/** Resolves with the refusal, or null once it is done; it can be undone. */
export async function change(device: Device, changed: DeviceChange): Promise<Problem | null> {
  const answer = await call(changeDevice, { params: { id: device.id }, body: changed })
  if (!answer.ok) return answer.error
  learn(answer.value.device)
  const { label, tags } = device
  const title = changed.label === undefined ? `Changed the tags of ${label}.` : `Renamed ${label} to ${changed.label}.`
  toastWithUndo({ tone: 'done', title }, async () => {
    const undone = await call(changeDevice, { params: { id: device.id }, body: { label, capabilities: tags } })
    if (!undone.ok) return undone.error
    learn(undone.value.device)
    return null
  })
  return null
}

/** Resolves with the refusal, or null once it is revoked. */
export async function revoke({ id, label }: Device): Promise<Problem | null> {
  const answer = await call(revokeDevice, { params: { id } })
  if (!answer.ok) return answer.error
  devices.apply([{ id, value: null }])
  toast({ tone: 'failed', title: `${label} is revoked.`, text: 'Its key is refused from now on.' })
  return null
}

/** The feed tells it too, perhaps later. */
function learn(device: Device): void {
  devices.apply([{ id: device.id, value: device }])
}
