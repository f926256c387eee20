// The address by which other machines of a person's own network reach this one.

/** An address of an interface, as the system lists it. */
export type ListedAddress = {
  readonly address: string
  readonly family: string
  readonly internal: boolean
}

/** Interfaces that lead to containers and virtual machines of this machine alone. */
const ofThisMachine = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman|utun)/
/** RFC 1918, and RFC 6598, which mesh networks use. */
const privateRanges = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

/** Null where the machine has none. */
export function privateIpOf(interfaces: Readonly<Record<string, readonly ListedAddress[] | undefined>>): string | null {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !ofThisMachine.test(name))
    .flatMap(([, listed]) => listed ?? [])
  return addresses.find(({ internal, address }) => !internal && privateRanges.test(address))?.address ?? null
}
