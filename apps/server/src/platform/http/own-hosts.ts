import { isIP } from 'node:net'

export interface HostSettings {
  /** Address the server listens on. */
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

const EVERY_ADDRESS = ['0.0.0.0', '::']

/**
 * Whether a Host header names this server. An attacker can point their own name here (DNS rebinding), and their page
 * would then count as ours. They cannot do so with an IP address, so any address is accepted when listening on all.
 */
export function createIsOwnHost(settings: HostSettings): (host: string | undefined) => boolean {
  const { host: bound, publicUrl, allowedHosts } = settings
  const listensEverywhere = EVERY_ADDRESS.includes(bound)
  const names = new Set(
    ['localhost', '127.0.0.1', '[::1]', bound, ...allowedHosts].flatMap((name) => nameOf(bracketed(name)) ?? []),
  )
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname)
  return (host) => {
    const name = host === undefined ? null : nameOf(host)
    if (name === null) return false
    return names.has(name) || (listensEverywhere && isIP(name.replaceAll(/[[\]]/g, '')) !== 0)
  }
}

function bracketed(name: string): string {
  return isIP(name) === 6 ? `[${name}]` : name
}

/** The normalized host without its port; null if it is not a host. */
function nameOf(host: string): string | null {
  if (!/^[A-Za-z0-9._[\]:-]+$/.test(host)) return null
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return null
  }
}
