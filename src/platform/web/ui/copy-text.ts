// Puts a text into the clipboard.
import { toast } from './toasts.ts'

/** Copies, and shows the text itself where the browser forbids it: outside https and localhost there is no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ tone: 'idle', title: 'Not copied: this browser gives no clipboard here. Select it by hand.', text })
    return false
  }
}
