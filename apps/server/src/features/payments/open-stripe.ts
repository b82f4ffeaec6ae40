import { readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import type { PaymentSettings } from '../../config.ts'

const TIME_OUT_MS = 15_000

export interface StripeAccess {
  readonly stripe: Stripe
  readonly webhookSecret: string
}

/** The version of the API is the one that the library was made for. */
export function openStripe({ secretKeyFile, webhookSecretFile, apiUrl }: PaymentSettings): StripeAccess {
  const key = readSecret('STRIPE_SECRET_KEY_FILE', secretKeyFile)
  const webhookSecret = readSecret('STRIPE_WEBHOOK_SECRET_FILE', webhookSecretFile)
  const options = { timeout: TIME_OUT_MS, maxNetworkRetries: 1, telemetry: false }
  if (apiUrl === null) return { stripe: new Stripe(key, options), webhookSecret }
  const { hostname: host, port, protocol } = new URL(apiUrl)
  const address = { host, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
  return { stripe: new Stripe(key, { ...options, ...address }), webhookSecret }
}

function readSecret(name: string, file: string): string {
  let secret = ''
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`The file of ${name} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (secret === '') throw new Error(`The file of ${name} is empty.`)
  return secret
}
