// The part of http_ece that pushes need: encrypted content encoding of RFC 8188 with the keys of RFC 8291.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Parameters = {
    readonly version: 'aes128gcm'
    /** The key pair of this one message. */
    readonly privateKey: ECDH
    /** Of the subscription: base64url. */
    readonly dh: string
    readonly authSecret: string
    /** 16 bytes, base64url. */
    readonly salt: string
  }

  const ece: { readonly encrypt: (payload: Buffer, parameters: Parameters) => Buffer }
  export default ece
}
