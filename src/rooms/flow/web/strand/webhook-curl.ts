// The call that a webhook's sender makes, as something to type.
import { hrefOf } from '#platform/route.ts'
import { deliverToStrand } from '../../api.ts'

export function webhookUrl(origin: string, strandId: string): string {
  return `${origin}${hrefOf(deliverToStrand, { params: { id: strandId } })}`
}

/** Signs as senders do, a body that is new each time; the secret is read from a variable, so that it is in no shell history. */
export function webhookCurl(url: string): string {
  return [
    `BODY='{"sent_at":"'$(date -u +%FT%TZ)'"}'; curl -X POST '${url.replaceAll("'", '%27')}' -H 'content-type: application/json'`,
    String.raw`-H "X-Signature-256: sha256=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)"`,
    `-H "X-Delivery-Id: $(uuidgen)" -d "$BODY"`,
  ].join(' ')
}
