// Says of a session whose device or node is away what that means for it.
import type { ReactNode } from 'react'
import { formatMoment } from '#platform/web/time/moment.ts'
import type { SessionCard } from '../../contract.ts'
import { useLostPlace } from '../places.ts'
import './lost-notice.css'

const ofDevice =
  'Its agent goes on there if the machine does. What it did meanwhile comes when the device is back; a stop is kept for it until then.'
const ofNode =
  'Its agent goes on there if the machine does. What it did meanwhile comes when the service there runs again; nothing can be asked of it until then.'

export function LostNotice({ session }: { readonly session: SessionCard }): ReactNode {
  const place = useLostPlace(session)
  if (place === null) return null
  const { label, standing, since } = place
  return (
    <p className="lost-notice" role="status">
      <b>
        {label} is {standing}
        {since === null ? '' : ` since ${formatMoment(since)}`}.
      </b>{' '}
      {session.node === undefined ? ofDevice : ofNode}
    </p>
  )
}
