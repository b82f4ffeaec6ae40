import type { Stripe } from 'stripe'
import type { Mail } from '../outbox/mail.ts'

export function pastDueMail(recipient: string, url: string, until: Date): Mail {
  return {
    recipient,
    subject: 'Your payment has failed',
    body: `The payment for your package has failed. You keep the package until ${until.toISOString().slice(0, 10)}.

Please check your card: ${url}/pricing?action=billing
`,
  }
}

export function twoSubscriptionsMail(recipient: string, customerId: string): Mail {
  return {
    recipient,
    subject: 'A user pays for two subscriptions',
    body: `The customer ${customerId} has more than one subscription that is paid. Nothing was changed. Please cancel one of them at Stripe.
`,
  }
}

export function disputeMail(recipient: string, { id, data }: Stripe.Event): Mail {
  const { id: dispute, amount, currency } = data.object as Stripe.Dispute
  return {
    recipient,
    subject: 'A payment is disputed',
    body: `Somebody disputes a payment of ${amount / 100} ${currency.toUpperCase()}: ${dispute} (event ${id}). Nothing was changed here. Please answer at Stripe.
`,
  }
}
