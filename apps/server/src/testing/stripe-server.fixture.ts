import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { itemOf, type Phase, type StripeReport, StripeState } from './stripe-state.fixture.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

/** `a[b][0]=c` as `{a: {b: {0: c}}}`. */
interface Form {
  [name: string]: string | Form | undefined
}

interface Request {
  readonly method: string
  readonly path: string
  readonly query: Form
  readonly body: Form
}

class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, message: string, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * A stand-in for the payment provider with a state, pages on which can be paid, and reports that a test delivers in any
 * order. With `referee`, the address of the provider's own mock, that checks each call first: what it refuses is refused.
 */
export class StripeServer {
  readonly state = new StripeState()
  /** Each call of the API, such as `POST /v1/customers`. */
  readonly calls: string[] = []
  /** What the payments were begun with. */
  readonly begun: Form[] = []
  readonly #server: Server
  readonly #referee: string | null
  readonly #repeated = new Map<string, Promise<object>>()
  url = ''
  /** Nothing is answered before: the provider is slow. */
  answersAfter: Promise<void> = Promise.resolve()
  /** Which calls that change something fail, as when the provider is away. */
  refuses: (body: Form) => boolean = () => false

  static async start(referee: string | null = null): Promise<StripeServer> {
    const one = new StripeServer(referee)
    await new Promise<void>((done) => one.#server.listen(0, '127.0.0.1', done))
    one.url = `http://127.0.0.1:${(one.#server.address() as AddressInfo).port}`
    return one
  }

  private constructor(referee: string | null) {
    this.#referee = referee
    this.#server = createServer((request, reply) => void this.#answer(request, reply))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Delivers reports to the address of a server, one after the other; returns the statuses. */
  async deliver(server: string, events: readonly StripeReport[], secret = WEBHOOK_SECRET): Promise<number[]> {
    const statuses: number[] = []
    for (const event of events) {
      const text = JSON.stringify(event)
      const at = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` }
      const { status } = await fetch(`${server}/public-api/stripe-webhook`, { method: 'POST', headers, body: text })
      statuses.push(status)
    }
    return statuses
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = await textOf(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const method = request.method ?? 'GET'
    try {
      if (!pathname.startsWith('/v1/')) return this.#page(method, pathname, new URLSearchParams(text), reply)
      this.calls.push(`${method} ${pathname}`)
      await this.answersAfter
      if (method === 'POST' && this.refuses(nested(new URLSearchParams(text)))) throw new Refusal(400, 'Not now')
      await this.#ask(request, text)
      const asked = {
        method,
        path: pathname.slice(3),
        query: nested(searchParams),
        body: nested(new URLSearchParams(text)),
      }
      const key = request.headers['idempotency-key']
      const known = typeof key === 'string' ? this.#repeated.get(key) : undefined
      const answer = known ?? Promise.resolve().then(() => structuredClone(this.#call(asked)))
      // A refused call may be repeated.
      if (typeof key === 'string' && !known) this.#repeated.set(key, answer)
      answer.catch(() => typeof key === 'string' && this.#repeated.delete(key))
      send(reply, 200, await answer)
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : { status: 400, code: undefined }
      send(reply, status, { error: { type: 'invalid_request_error', code, message: (error as Error).message } })
    }
  }

  /** The provider's own mock knows which parameters there are, but has no state. */
  async #ask({ method = 'GET', url, headers }: IncomingMessage, text: string): Promise<void> {
    if (this.#referee === null) return
    const asked = { authorization: 'Bearer sk_test_123', 'content-type': headers['content-type'] ?? '' }
    const body = method === 'POST' ? { body: text } : {}
    const answer = await fetch(`${this.#referee}${url}`, { method, headers: asked, ...body })
    if (answer.status < 400) return
    throw new Refusal(answer.status, `The referee: ${await answer.text()}`)
  }

  #call({ method, path, query, body }: Request): object {
    const { state } = this
    const [, kind = '', id = '', action = ''] = path.split('/')
    if (kind === 'customers') return this.#customer(method, id, body)
    if (kind === 'prices') return found(state.prices, id)
    if (path.startsWith('/checkout/sessions')) return this.#session(method, path.split('/').slice(3), query, body)
    if (kind === 'subscriptions') return this.#subscription(method, id, query, body)
    if (kind === 'subscription_schedules') return this.#schedule(id, action, body)
    if (path === '/invoices/create_preview') return this.#preview(body)
    if (kind === 'invoices')
      return list(
        [...state.invoices.values()].filter(
          ({ subscription, status }) => subscription === query['subscription'] && status === query['status'],
        ),
      )
    if (path === '/billing_portal/sessions')
      return {
        id: state.id('bps'),
        object: 'billing_portal.session',
        url: `${this.url}/portal/${text(body['customer'])}?return=${encodeURIComponent(text(body['return_url']))}`,
      }
    if (kind === 'events') return list(state.events)
    throw new Refusal(404, `Unrecognized request URL (${method}: ${path})`)
  }

  #customer(method: string, id: string, body: Form): object {
    const { customers } = this.state
    if (id !== '' && method === 'GET') return found(customers, id)
    if (id !== '') return Object.assign(found(customers, id), { email: text(body['email']) })
    const { name, email } = body
    const customer = { id: this.state.id('cus'), object: 'customer', name: text(name), email: text(email) }
    customers.set(customer.id, customer)
    return customer
  }

  #session(method: string, [id = '', action = '']: string[], query: Form, body: Form): object {
    const { state } = this
    if (method === 'GET' && id === '') {
      return list(
        [...state.sessions.values()].filter(
          ({ customer, status }) => customer === query['customer'] && status === query['status'],
        ),
      )
    }
    if (method === 'GET') return found(state.sessions, id)
    if (action === 'expire') return Object.assign(found(state.sessions, id), { status: 'expired' })
    const customer = text(body['customer'])
    found(state.customers, customer)
    this.begun.push(body)
    const made = state.id('cs_test')
    const session = {
      id: made,
      object: 'checkout.session',
      customer,
      metadata: body['metadata'],
      status: 'open',
      payment_status: 'unpaid',
      url: `${this.url}/pay/${made}`,
      line_items: rows(body['line_items']).map(({ price }) => ({ price: text(price) })),
      success_url: text(body['success_url']),
      cancel_url: text(body['cancel_url']),
      subscription: null,
    }
    state.sessions.set(made, session)
    return session
  }

  #subscription(method: string, id: string, query: Form, body: Form): object {
    const { state } = this
    if (id === '') {
      found(state.customers, text(query['customer']))
      const own = [...state.subscriptions.values()].filter(({ customer }) => customer === query['customer'])
      return list(
        own.toReversed().map((one) => ({ ...one, schedule: state.schedules.get(one.schedule ?? '') ?? null })),
      )
    }
    const subscription = found(state.subscriptions, id)
    if (method === 'GET') return subscription
    if (method === 'DELETE') {
      subscription.status = 'canceled'
      state.report('customer.subscription.deleted', subscription)
      return subscription
    }
    if (body['cancel_at_period_end'] !== undefined) {
      subscription.cancel_at_period_end = body['cancel_at_period_end'] === 'true'
      state.report('customer.subscription.updated', subscription)
    }
    const [item] = rows(body['items'])
    if (item) state.upgrade(subscription, text(item['price']), body['payment_behavior'] === 'pending_if_incomplete')
    return subscription
  }

  #schedule(id: string, action: string, body: Form): object {
    const { state } = this
    if (id === '') {
      const subscription = found(state.subscriptions, text(body['from_subscription']))
      const { current_period_start: start_date, current_period_end: end_date, price } = itemOf(subscription)
      const phase = { start_date, end_date }
      const made = state.id('sub_sched')
      const schedule = {
        id: made,
        object: 'subscription_schedule',
        subscription: subscription.id,
        current_phase: phase,
        phases: [{ ...phase, items: [{ price: price.id }] }],
      }
      state.schedules.set(made, schedule)
      subscription.schedule = made
      return schedule
    }
    const schedule = found(state.schedules, id)
    const subscription = found(state.subscriptions, schedule.subscription)
    if (action === 'release') subscription.schedule = null
    else {
      let end = 0
      schedule.phases = rows(body['phases']).map((phase): Phase => {
        const start_date = numberOr(phase['start_date'], end)
        end = numberOr(phase['end_date'], start_date + 30 * 86_400)
        const items = rows(phase['items']).map(({ price }) => ({ price: text(price) }))
        return { start_date, end_date: end, items }
      })
    }
    state.report('customer.subscription.updated', subscription)
    return schedule
  }

  #preview(body: Form): object {
    const subscription = found(this.state.subscriptions, text(body['subscription']))
    const [item] = rows((body['subscription_details'] as Form)['items'])
    return { id: 'upcoming', object: 'invoice', amount_due: this.state.difference(subscription, text(item?.['price'])) }
  }

  /** The pages that people see: a payment, and the portal. */
  #page(method: string, path: string, form: URLSearchParams, reply: ServerResponse): void {
    const [, kind, id = ''] = path.split('/')
    if (kind !== 'pay' || method === 'GET') {
      const buttons = ['pay', 'pay later', 'cancel'].map((text) => `<button name="do" value="${text}">${text}</button>`)
      reply.writeHead(200, { 'content-type': 'text/html' })
      reply.end(
        `<h1>${kind === 'pay' ? 'Payment' : 'Billing portal'}</h1><form method="post">${kind === 'pay' ? buttons.join('') : ''}</form>`,
      )
      return
    }
    const session = found(this.state.sessions, id)
    const wanted = form.get('do')
    if (wanted !== 'cancel') this.state.pay(id, wanted === 'pay' ? 'paid' : 'unpaid')
    const location = wanted === 'cancel' ? session.cancel_url : session.success_url.replace('{CHECKOUT_SESSION_ID}', id)
    reply.writeHead(303, { location }).end()
  }
}

function list(data: readonly object[]): object {
  return { object: 'list', data, has_more: false }
}

function found<Thing>(things: ReadonlyMap<string, Thing>, id: string): Thing {
  const thing = things.get(id)
  if (!thing) throw new Refusal(404, `No such object: '${id}'`, 'resource_missing')
  return thing
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function nested(form: URLSearchParams): Form {
  const root: Form = {}
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '')
    const last = keys.pop() ?? ''
    let at = root
    for (const key of keys) at = (at[key] ??= {}) as Form
    at[last] = value
  }
  return root
}

/** The entries of a list. */
function rows(list: Form[string]): Form[] {
  return Object.values(typeof list === 'object' ? list : {}) as Form[]
}

function text(value: Form[string]): string {
  return typeof value === 'string' ? value : ''
}

function numberOr(value: Form[string], otherwise: number): number {
  return typeof value === 'string' ? Number(value) : otherwise
}
