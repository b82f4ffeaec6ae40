import type { JWTPayload } from 'jose'

const TENANT = '{tenantid}'
const TENANT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Throws unless a token is of the issuer that describes itself so. One that serves many tenants describes itself with a
 * template, and its tokens state their tenant: both have to fit.
 */
export function checkIssuer(described: string, { iss, tid }: JWTPayload & { readonly tid?: unknown }): void {
  if (iss !== withTenant(described, tid)) throw new Error('It is of another issuer')
}

/** A key that is for one tenant signs for no other. */
export function checkKeyIssuer(
  keys: readonly object[],
  kid: string | undefined,
  { iss, tid }: JWTPayload & { readonly tid?: unknown },
): void {
  const key = keys.find((one) => 'kid' in one && one.kid === kid)
  if (key === undefined || !('issuer' in key)) return
  if (iss !== withTenant(String(key.issuer), tid)) throw new Error('Its key is of another issuer')
}

function withTenant(issuer: string, tid: unknown): string | null {
  if (!issuer.includes(TENANT)) return issuer
  return typeof tid === 'string' && TENANT_ID.test(tid) ? issuer.replace(TENANT, tid) : null
}
