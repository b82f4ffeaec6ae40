import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Returns the address that a request came from. X-Forwarded-For counts only as far as it was added by proxies that the
 * operator trusts.
 */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr(request, isTrusted)
}

/** Whether a connection comes from a proxy that the operator trusts. */
export function createAddressTest(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (address) => ipaddr.isValid(address) && isTrusted(address, 0)
}

/** The key that limits count by: an IPv6 client can choose from a /64 network, so all of it counts as one. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Throws unless each is an address, a network (10.0.0.0/8) or a known name (loopback, linklocal, uniquelocal). */
export function checkProxies(proxies: readonly string[]): void {
  proxyAddr.compile([...proxies])
}
