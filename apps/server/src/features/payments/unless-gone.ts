import { Stripe } from 'stripe'

/** Null if the provider does not have what is asked about, or about whom. */
export async function unlessGone<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}
