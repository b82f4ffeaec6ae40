import ipaddr from 'ipaddr.js'

/** Whether an address is on the internet, or in a network that the operator has listed. */
export function isPublicAddress(address: string, listed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  // `::ffff:127.0.0.1` is 127.0.0.1.
  const parsed = ipaddr.process(address)
  const isListed = listed.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${full(network)}`)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
  return isListed || parsed.range() === 'unicast'
}

const full = (address: string): number => (ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32)
