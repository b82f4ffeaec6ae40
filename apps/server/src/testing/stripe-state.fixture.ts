import { randomBytes } from 'node:crypto'

/** Objects of the provider, of which only what Tradeloom reads and what the state needs is kept. */
interface StripeThing {
  readonly id: string
  readonly object: string
}

interface Price extends StripeThing {
  readonly active: boolean
  readonly currency: string
  readonly unit_amount: number
  readonly recurring: { readonly interval: string; readonly interval_count: number }
}

interface Period {
  start_date: number
  end_date: number
}

export interface Phase extends Period {
  items: { price: string }[]
}

interface Item extends StripeThing {
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
}

export interface Subscription extends StripeThing {
  readonly customer: string
  readonly created: number
  readonly items: { readonly object: 'list'; readonly data: readonly [Item] }
  readonly cancel_at: null
  status: string
  cancel_at_period_end: boolean
  pending_update: { expires_at: number; subscription_items: [{ price: string }] } | null
  schedule: string | null
}

interface Schedule extends StripeThing {
  readonly subscription: string
  current_phase: Period
  phases: Phase[]
}

interface Invoice extends StripeThing {
  readonly customer: string
  readonly subscription: string
  readonly amount_due: number
  readonly created: number
  status: string
}

interface Session extends StripeThing {
  readonly customer: string
  readonly metadata: unknown
  readonly url: string
  readonly line_items: { price: string }[]
  readonly success_url: string
  readonly cancel_url: string
  status: string
  payment_status: string
  subscription: string | null
}

export interface StripeReport extends StripeThing {
  readonly type: string
  readonly created: number
  readonly data: { readonly object: StripeThing & { readonly customer?: string } }
}

const DAY_S = 86_400
const MONTH_S = 30 * DAY_S

/** What the stand-in for the payment provider knows. Its clock stands still until a test moves it. */
export class StripeState {
  readonly customers = new Map<string, StripeThing & { readonly name: string; readonly email: string }>()
  readonly prices = new Map<string, Price>()
  readonly sessions = new Map<string, Session>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly schedules = new Map<string, Schedule>()
  readonly invoices = new Map<string, Invoice>()
  readonly events: StripeReport[] = []
  /** Customers whose card is refused from now on. */
  readonly failing = new Set<string>()
  clock = Math.floor(Date.now() / 1000)

  id(kind: string): string {
    return `${kind}_${randomBytes(12).toString('hex')}`
  }

  addPrice(id: string, dollars: number, changes: object = {}): void {
    const recurring = { interval: 'month', interval_count: 1 }
    this.prices.set(id, {
      id,
      object: 'price',
      active: true,
      currency: 'usd',
      unit_amount: dollars * 100,
      recurring,
      ...changes,
    })
  }

  report(type: string, object: StripeReport['data']['object']): void {
    const event = {
      id: this.id('evt'),
      object: 'event',
      type,
      created: this.clock,
      data: { object: structuredClone(object) },
    }
    this.events.push(event)
  }

  /** Somebody pays on the page of a session. */
  pay(sessionId: string, paymentStatus: 'paid' | 'unpaid' = 'paid'): Subscription {
    const session = this.sessions.get(sessionId)
    if (!session || session.status !== 'open') throw new Error('This session is not open')
    const isPaid = paymentStatus === 'paid'
    const subscription = this.subscribe(
      session.customer,
      session.line_items[0]?.price ?? '',
      isPaid ? 'active' : 'incomplete',
    )
    Object.assign(session, { status: 'complete', payment_status: paymentStatus, subscription: subscription.id })
    this.report('checkout.session.completed', session)
    this.report('customer.subscription.created', subscription)
    if (isPaid) this.report('invoice.paid', this.invoice(subscription, this.#amount(subscription), 'paid'))
    return subscription
  }

  subscribe(customer: string, price: string, status = 'active'): Subscription {
    const id = this.id('sub')
    const item = {
      id: this.id('si'),
      object: 'subscription_item',
      price: this.#price(price),
      quantity: 1,
      current_period_start: this.clock,
      current_period_end: this.clock + MONTH_S,
    }
    const subscription: Subscription = {
      id,
      object: 'subscription',
      customer,
      status,
      created: this.clock,
      items: { object: 'list', data: [item] as const },
      cancel_at: null,
      cancel_at_period_end: false,
      pending_update: null,
      schedule: null,
    }
    this.subscriptions.set(id, subscription)
    return subscription
  }

  /** The payment of a session that took days arrives. */
  settle(subscription: Subscription): void {
    subscription.status = 'active'
    for (const session of this.sessions.values())
      if (session.subscription === subscription.id) session.payment_status = 'paid'
    this.report('customer.subscription.updated', subscription)
  }

  /** Moves the clock, and renews, changes and ends what is due until then. */
  advance(days: number): void {
    const until = this.clock + days * DAY_S
    for (;;) {
      const due = [...this.subscriptions.values()]
        .filter((one) => ['active', 'past_due'].includes(one.status) && itemOf(one).current_period_end <= until)
        .toSorted((left, right) => itemOf(left).current_period_end - itemOf(right).current_period_end)[0]
      if (!due) break
      this.clock = itemOf(due).current_period_end
      this.#renew(due)
    }
    this.clock = until
  }

  #renew(subscription: Subscription): void {
    const item = itemOf(subscription)
    if (subscription.cancel_at_period_end) {
      subscription.status = 'canceled'
      this.report('customer.subscription.deleted', subscription)
      return
    }
    const schedule = this.schedules.get(subscription.schedule ?? '')
    const next = schedule?.phases.find((phase) => phase.start_date >= item.current_period_end)
    if (schedule && next) {
      item.price = this.#price(next.items[0]?.price ?? '')
      schedule.current_phase = { start_date: next.start_date, end_date: next.end_date }
      subscription.schedule = null
    }
    Object.assign(item, { current_period_start: this.clock, current_period_end: this.clock + MONTH_S })
    const isPaid = !this.failing.has(subscription.customer)
    const invoice = this.invoice(subscription, this.#amount(subscription), isPaid ? 'paid' : 'open')
    if (!isPaid) subscription.status = 'past_due'
    this.report(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    this.report('customer.subscription.updated', subscription)
  }

  /** The user corrects the card: what is open is paid. */
  payOpen(customer: string): void {
    this.failing.delete(customer)
    for (const invoice of this.invoices.values()) {
      if (invoice.customer !== customer || invoice.status !== 'open') continue
      invoice.status = 'paid'
      this.report('invoice.paid', invoice)
      const subscription = this.subscriptions.get(invoice.subscription) as Subscription
      const pending = subscription.pending_update
      if (pending) itemOf(subscription).price = this.#price(pending.subscription_items[0].price)
      Object.assign(subscription, { status: 'active', pending_update: null })
      this.report('customer.subscription.updated', subscription)
    }
  }

  /** What a larger package costs for the rest of the period, in cents. */
  difference(subscription: Subscription, price: string): number {
    const item = itemOf(subscription)
    const rest = (item.current_period_end - this.clock) / (item.current_period_end - item.current_period_start)
    return Math.round((this.#price(price).unit_amount - item.price.unit_amount) * rest)
  }

  /** Changes the price at once if that can be paid, or if the change does not wait for its payment. */
  upgrade(subscription: Subscription, price: string, waits: boolean): void {
    const isPaid = !this.failing.has(subscription.customer)
    const invoice = this.invoice(subscription, this.difference(subscription, price), isPaid ? 'paid' : 'open')
    if (isPaid || !waits) itemOf(subscription).price = this.#price(price)
    else subscription.pending_update = { expires_at: this.clock + DAY_S, subscription_items: [{ price }] }
    this.report(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    this.report('customer.subscription.updated', subscription)
  }

  invoice({ id: subscription, customer }: Subscription, amount: number, status: string): Invoice {
    const id = this.id('in')
    const invoice = { id, object: 'invoice', customer, subscription, status, amount_due: amount, created: this.clock }
    this.invoices.set(id, invoice)
    return invoice
  }

  #price(id: string): Price {
    const price = this.prices.get(id)
    if (!price) throw new Error(`No such price: ${id}`)
    return price
  }

  #amount(subscription: Subscription): number {
    return itemOf(subscription).price.unit_amount
  }
}

export function itemOf(subscription: Subscription): Item {
  return subscription.items.data[0]
}
