import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Where a request came from. What it says of itself (X-Forwarded-For) counts only as far as it was said by proxies
 * that the operator named.
 */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr(request, isTrusted)
}

/** What limits count by: a home or a machine has a whole IPv6 network of 64 bits to choose addresses from. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Throws for what is no address, network (10.0.0.0/8) or known name (loopback, linklocal, uniquelocal). */
export function checkProxies(proxies: readonly string[]): void {
  proxyAddr.compile([...proxies])
}
