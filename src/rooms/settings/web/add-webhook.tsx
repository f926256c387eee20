// The secret by which deliveries of a strand's webhook are signed; until there is one the webhook answers 404.
import type { ReactNode } from 'react'
import type { SettingRow } from '../contract.ts'
import { AddSecret } from './add-secret.tsx'

type Props = { readonly rows: readonly SettingRow[]; readonly revision: string; readonly onSaved: () => void }

export function AddWebhook({ rows, revision, onSaved }: Props): ReactNode {
  return (
    <AddSecret
      what="a webhook secret"
      of={null}
      why="Deliveries to a strand's webhook are signed by its secret; without one the webhook answers 404."
      name={{ label: 'Id of the strand', example: 'release-train' }}
      keyOf={(strand) => `webhooks.${strand}.secret`}
      isThere={(strand) => rows.some(({ key }) => key === `webhooks.${strand}.secret`)}
      unsetOf={(strand) => `webhooks.${strand}`}
      revision={revision}
      onSaved={onSaved}
    />
  )
}
