import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { IssuerFetch } from './issuer-fetch.ts'

const ADDRESS = 'https://oauth2.googleapis.com/tokeninfo'
/** For how long Google's access tokens are valid; it says only until when. */
const LIFETIME_S = 3600

const answer = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1),
  exp: z.coerce.number().int(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
})

/**
 * What Google says of an access token, in the words of an ID token. The token is sent in the body: addresses are logged.
 * Throws for one that Google does not know.
 */
export async function googleTokenInfo(fetch: IssuerFetch, token: string): Promise<JWTPayload> {
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ access_token: token }),
  })
  // As of a server that cannot be reached: this says nothing about the token.
  if (response.status >= 500) throw new TypeError(`Google answers ${response.status}`)
  if (!response.ok) throw new Error('Google does not know this access token')
  const { email_verified: verified, exp, ...rest } = answer.parse(await response.json())
  const iat = exp - LIFETIME_S
  // It was given when its user agreed, so that is when the user was there.
  return { ...rest, exp, iat, auth_time: iat, email_verified: verified === true || verified === 'true' }
}
