// The address of an approval, which is enough alone.
import { navigate } from 'wouter/use-browser-location'

export const approvalsPath = '/approvals'

export const hrefOfApproval = (id: string): string => `${approvalsPath}/${encodeURIComponent(id)}`

/** `act`: which of its buttons is meant; nothing is decided by an address. */
export function openApproval(id: string, act: 'approve' | 'deny' | null = null): void {
  navigate(act === null ? hrefOfApproval(id) : `${hrefOfApproval(id)}?act=${act}`)
}
