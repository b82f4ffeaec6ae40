import { isIP } from 'node:net'

export interface HostSettings {
  /** Address that is listened on. */
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

const EVERY_ADDRESS = ['0.0.0.0', '::']

/**
 * Whether a Host header names this server. A page of a stranger can make a name of theirs point here (DNS rebinding)
 * and would then be taken for our own page; it cannot make up a number, so on every address any number will do.
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

/** Without the port, in one spelling; null for what is no host. */
function nameOf(host: string): string | null {
  if (!/^[A-Za-z0-9._[\]:-]+$/.test(host)) return null
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return null
  }
}
