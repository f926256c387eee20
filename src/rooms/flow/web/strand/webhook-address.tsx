// Where a webhook strand is called, with a call to copy.
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { webhookCurl, webhookUrl } from './webhook-curl.ts'

export function WebhookAddress({ id }: { readonly id: string }): ReactNode {
  const url = webhookUrl(location.origin, id)
  return (
    <section aria-label="Webhook">
      <h3>Webhook</h3>
      <p className="soft">
        Senders sign the body with your webhook secret. The same delivery id starts one run, however often it is sent;
        so does the same body within a day.
      </p>
      <CommandLine text={`POST ${url}`} name="address" />
      <CommandLine text={webhookCurl(url)} name="curl" />
    </section>
  )
}
