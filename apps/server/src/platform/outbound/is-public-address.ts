import ipaddr from 'ipaddr.js'

/** Whether an address is on the internet, or in a network that the operator has listed. */
export function isPublicAddress(address: string, listed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  // With digits alone: the parser takes `::8.8.8.8` for 8.8.8.8, which another address stands for.
  const url = URL.parse(`http://${address.includes(':') ? `[${address}]` : address}/`)
  if (url === null) return false
  // `::ffff:7f00:1` is 127.0.0.1.
  const parsed = ipaddr.process(url.hostname.replaceAll(/[[\]]/g, ''))
  const isListed = listed.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${full(network)}`)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
  return isListed || (parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isGlobal(parsed as ipaddr.IPv6)))
}

/**
 * Whether an IPv6 address is one of the internet that means nothing else: `::127.0.0.1` and other forms in which an IPv4
 * address is embedded lead where that leads.
 */
function isGlobal({ parts }: ipaddr.IPv6): boolean {
  const [first = 0, second = 0] = parts
  const isUnicast = first >> 13 === 1
  // 6to4, Teredo and other protocols of the IETF; the documentation.
  const isSpecial = first === 0x2002 || (first === 0x2001 && second < 0x200) || first === 0x3fff
  // ISATAP: any network, and an interface that is an IPv4 address.
  const isIsatap = ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe
  return isUnicast && !isSpecial && !isIsatap
}

const full = (address: string): number => (ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32)
