import ipaddr from 'ipaddr.js'

/** Whether this is an address, or a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text) && /[.:].*[.:]/.test(text)
}

/** Whether it lets in only somebody in particular: networks of providers are smaller than these. */
export function isNarrow(text: string): boolean {
  const [network, bits] = networkOf(text)
  return bits >= (network.kind() === 'ipv4' ? 8 : 20)
}

/** Whether an address is in a list of addresses and networks; an empty list is open. */
export function isAllowed(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return list.some((text) => {
    const [network, bits] = networkOf(text)
    return network.kind() === caller.kind() && caller.match(network, bits)
  })
}

function networkOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
