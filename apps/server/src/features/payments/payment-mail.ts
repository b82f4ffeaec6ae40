import type { Stripe } from 'stripe'
import type { Mail } from '../outbox/mail.ts'

/** A mail server may be away for days: what concerns money is not lost by that. */
const LASTS_MS = 3 * 24 * 3_600_000

/** What a failed payment means for the package. `until` may have passed: the provider may have been away. */
export function pastDueText(until: Date, now: number): string {
  if (until.getTime() <= now) return 'The package counts again once the invoice is paid.'
  return `You keep the package until ${until.toISOString().slice(0, 10)}.`
}

export function pastDueMail(recipient: string, url: string, text: string): Mail {
  return {
    recipient,
    lastsMs: LASTS_MS,
    subject: 'Your payment has failed',
    body: `The payment for your package has failed. ${text}

Please check your card: ${url}/pricing?action=billing
`,
  }
}

export function twoSubscriptionsMail(recipient: string, customerId: string): Mail {
  return {
    recipient,
    lastsMs: LASTS_MS,
    subject: 'A user pays for two subscriptions',
    body: `The customer ${customerId} has more than one subscription that is paid. Nothing was changed. Please cancel one of them at Stripe.
`,
  }
}

export function disputeMail(recipient: string, { id, data }: Stripe.Event): Mail {
  const { id: dispute, amount, currency } = data.object as Stripe.Dispute
  return {
    recipient,
    lastsMs: LASTS_MS,
    subject: 'A payment is disputed',
    body: `A customer disputes a payment of ${amount / 100} ${currency.toUpperCase()}: ${dispute} (event ${id}). Nothing was changed here. Please answer at Stripe.
`,
  }
}
