// Which addresses a call to the outside may reach: public ones, and those of a person's own that the settings list.
import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet (IANA's special-purpose registries), with what may lead into them. */
const notPublic = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])

/** `listed`: host names, addresses and networks, as `notify.privateTargets` has them. */
export function mayReach(address: string, hostName: string, listed: readonly string[]): boolean {
  if (!contains(notPublic, plain(address))) return isIP(address) !== 0
  const host = hostName.toLowerCase()
  const names = listed.filter((one) => isIP(one.split('/')[0] ?? '') === 0)
  if (names.some((name) => name.toLowerCase() === host)) return true
  return contains(listOf(listed.filter((one) => isIP(one.split('/')[0] ?? '') !== 0)), plain(address))
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const is6 = isIP(address) === 6
    list.addSubnet(address, bits === undefined ? (is6 ? 128 : 32) : Number(bits), is6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address that is written as an IPv6 one leads to the same machine. */
function plain(address: string): string {
  const dotted = /^::(?:ffff:(?:0:)?)?(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.v4
  if (dotted !== undefined) return dotted
  const hex = /^::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})$/i.exec(address)?.groups
  if (hex?.high === undefined || hex.low === undefined) return address
  const [high, low] = [Number.parseInt(hex.high, 16), Number.parseInt(hex.low, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
