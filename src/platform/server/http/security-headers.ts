// The headers that tell browsers what an answer of ours may do and who may embed it.
type Headers = Readonly<Record<string, string>>

/** Of every answer that is data. */
export const dataHeaders: Headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Of the page and its assets: nothing inline, nothing foreign, in nobody's frame. */
export const pageHeaders: Headers = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=()',
}

/** Of pages that we write ourselves, with one style element whose hash is `styleHash` (`sha256-…`). */
export function plainPageHeaders(styleHash: string): Headers {
  const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { ...pageHeaders, 'content-security-policy': policy, 'cache-control': 'no-store' }
}
