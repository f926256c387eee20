// Hyperlinks in terminal output (OSC 8): only those to the web, and only in a form that hides nothing.

/** What browsers take; longer addresses are no use as links. */
const addressLimit = 2048

const linkPattern = /^(?<parameters>[\w.:=-]{0,256});(?<address>.*)$/s
/** Printable ASCII, as the sequence demands: what lies outside it has to be percent-encoded. */
const webAddress = /^https?:\/\/[!-~]+$/i

const begin = '\u001B]8;'
const end = '\u001B\\'
const noLink = `${begin};${end}`

/** The sequence for the text after `8;`. A refused link ends the one before it, so that its text belongs to none. */
export function passLink(text: string): string {
  const { parameters = '', address = '' } = linkPattern.exec(text)?.groups ?? {}
  return isWebAddress(address) ? `${begin}${parameters};${address}${end}` : noLink
}

/** Whether an address leads to the web. */
export function isWebAddress(address: string): boolean {
  return address.length <= addressLimit && webAddress.test(address)
}
