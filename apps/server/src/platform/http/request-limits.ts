import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import { type EndpointName, MAX_EXPORT_BYTES } from '@tradeloom/contracts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { knownDevice } from '../auth/known-device.ts'
import { addressKey } from './client-address.ts'

const MINUTE = 60_000

/** Limits all requests of one address; limits of single endpoints are below. */
export async function limitRequests(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: MINUTE,
    cache: 50_000,
    keyGenerator: (request) => addressKey(request.ip),
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('limit', 'too-many-requests', `Too many requests. Please try again in ${seconds(ttl)}`),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

/** Users who have signed in before have a limit of their own: strangers at the same address cannot use it up. */
const LOGINS: RateLimitOptions = {
  max: 120,
  timeWindow: MINUTE,
  keyGenerator: (request) => knownDevice(request)?.userId ?? addressKey(request.ip),
}

/** Limits of single endpoints for one address. */
export const CALL_LIMITS: { readonly [Name in EndpointName]?: RateLimitOptions } = {
  login: LOGINS,
  loginSecondFactor: LOGINS,
  beginPasskeyLogin: LOGINS,
  loginWithPasskey: LOGINS,
  startSignIn: LOGINS,
  returnFromIssuer: LOGINS,
  signInWithToken: LOGINS,
  enterWithIdentity: LOGINS,
  enterWithLink: LOGINS,
  registerWithIdentity: { max: 200, timeWindow: 60 * MINUTE },
  register: { max: 200, timeWindow: 60 * MINUTE },
  requestPasswordReset: { max: 20, timeWindow: 60 * MINUTE },
  getSourceDataset: { max: 120, timeWindow: MINUTE },
  fetchSeries: { max: 120, timeWindow: MINUTE },
  saveSourceKey: { max: 20, timeWindow: MINUTE },
  verifyFile: { max: 30, timeWindow: MINUTE },
  // Each calls somebody else.
  addNotificationChannel: { max: 120, timeWindow: MINUTE },
  testNotificationChannel: { max: 120, timeWindow: MINUTE },
  createChartImage: { max: 20, timeWindow: MINUTE },
  createChartSnapshot: { max: 20, timeWindow: MINUTE },
  openAccountLink: { max: 30, timeWindow: 60 * MINUTE },
  changeForgottenPassword: { max: 30, timeWindow: 60 * MINUTE },
}

/** Bytes of a body, for calls that take more than others. */
export const BODY_LIMITS: { readonly [Name in EndpointName]?: number } = {
  verifyFile: MAX_EXPORT_BYTES,
  stripeWebhook: 1024 * 1024,
}

/** Calls that other servers make: these are signed, so they are not limited by address, and their text is what is signed. */
export const SIGNED_CALLS: ReadonlySet<EndpointName> = new Set<EndpointName>(['stripeWebhook'])

export function seconds(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / 1000))
  return count === 1 ? '1 second' : `${count} seconds`
}
