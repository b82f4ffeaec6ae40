import { isIP } from 'node:net'

/** The site that passkeys work for. */
export interface PasskeySite {
  readonly host: string
  readonly origin: string
}

/**
 * Passkeys belong to a host name: that of `PUBLIC_URL`, or `localhost` without one. Browsers offer none at a bare IP
 * address, nor without TLS elsewhere: null.
 */
export function passkeySite(publicUrl: string | undefined, requestedHost: string | undefined): PasskeySite | null {
  const site = publicUrl ?? `http://${requestedHost ?? ''}`
  if (!URL.canParse(site)) return null
  const { hostname, origin, protocol } = new URL(site)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null
  return hostname === 'localhost' || (publicUrl !== undefined && protocol === 'https:')
    ? { host: hostname, origin }
    : null
}

/** The site whose passkeys let somebody in, however this server is reached now; null if none do. */
export function passkeyHost(publicUrl: string | undefined): string | null {
  return passkeySite(publicUrl, 'localhost')?.host ?? null
}
