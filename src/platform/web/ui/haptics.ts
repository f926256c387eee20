// A short tremble of the device for what is sent for good, where it can, and not for who wants less to move.
import { watchMedia } from './media.ts'

const tremblesMs = 12
const wantsRest = watchMedia('(prefers-reduced-motion: reduce)')

export function tremble(): void {
  if (wantsRest.matches() || !('vibrate' in navigator)) return
  navigator.vibrate(tremblesMs)
}
