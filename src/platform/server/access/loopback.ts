// Tells loopback addresses and names by parsing them: text that merely begins like one is none.
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')
loopback.addAddress('::1', 'ipv6')

/** Whether `address` is an IP address of this machine's loopback: 127.0.0.0/8, ::1, or the former mapped into IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  // A zone (`::1%lo`) names an interface; no loopback peer or Host carries one.
  if (family === 0 || address.includes('%')) return false
  return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host name of a URL or a setting, in lower case and without brackets, stands for this machine's loopback. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopbackAddress(hostname)
}
