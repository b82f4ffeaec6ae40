import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Drizzle } from '@tradeloom/database'
import { AppError } from '../../platform/errors/app-error.ts'
import type { IssuerClients } from './issuer-clients.ts'
import type { IssuerList } from './issuer-list.ts'
import type { SignIn, SignInCookie, SignInOf, SignInPurpose } from './sign-in-cookie.ts'
import { isFirstUse } from './used-once.ts'

export interface ReturnsDeps {
  readonly db: Drizzle
  readonly list: IssuerList
  readonly clients: IssuerClients
  readonly cookie: SignInCookie
  readonly publicUrl: string | undefined
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly now: () => number
}

interface Begun {
  readonly network: string
  readonly purpose: SignInPurpose
  readonly userId: string | null
  readonly invitation: string | null
  readonly returnTo: string
}

/** Somebody whom an issuer has shown. */
export interface Back extends Omit<SignInOf<'shown'>, 'step'> {
  readonly id: string
  readonly expires: Date
}

/** Browsers that go to an issuer and come back. */
export class Returns {
  readonly #deps: ReturnsDeps

  constructor(deps: ReturnsDeps) {
    this.#deps = deps
  }

  /** Returns the page of the issuer. */
  async begin(begun: Begun, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { list, clients, cookie } = this.#deps
    const { network, ...rest } = begun
    const issuer = await list.find(network)
    const { url, asked } = await clients.begin(issuer, this.callback(network, request), begun.purpose === 'confirm')
    await cookie.write(reply, { step: 'asked', network, ...asked, ...rest })
    return url
  }

  /** Keeps what the issuer says in the browser, where only this server reads it; returns the page to go on with. */
  async finish(network: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { cookie } = this.#deps
    const asked = await this.#asked(request, network)
    if (asked === null) {
      await cookie.write(reply, failure(null, expired()))
      return continued('/', `login.${network}`)
    }
    await cookie.write(reply, await this.#outcome(asked, request))
    return continued(asked.returnTo, `${asked.purpose}.${network}`)
  }

  /** A sign-in that could not even begin: the page says why. */
  async fail(begun: Begun, error: unknown, reply: FastifyReply): Promise<string> {
    if (!(error instanceof AppError)) throw error
    await this.#deps.cookie.write(reply, failure(begun, error))
    return continued(begun.returnTo, `${begun.purpose}.${begun.network}`)
  }

  /** Who has come back. Throws why nobody has. */
  async look(purpose: SignInPurpose, request: FastifyRequest, reply: FastifyReply): Promise<Back> {
    const { cookie } = this.#deps
    const found = await cookie.read(request)
    if (found === null || found.value.step === 'asked') throw expired()
    const { value, id, expires } = found
    if (value.step === 'failed') {
      cookie.clear(reply)
      throw new AppError('invalid-input', value.code, value.message)
    }
    if (value.purpose !== purpose) throw expired()
    return { ...value, id, expires }
  }

  /** Nobody comes back so a second time. */
  async use({ id, expires }: Back, reply: FastifyReply): Promise<void> {
    const { db, cookie, now } = this.#deps
    cookie.clear(reply)
    if (!(await isFirstUse(db, id, expires, now()))) throw expired()
  }

  /** What the issuer has to know. */
  callback(network: string, request: FastifyRequest): string {
    return `${this.#base(request)}/oauth/${network}/callback`
  }

  async #asked(request: FastifyRequest, network: string): Promise<SignInOf<'asked'> | null> {
    const found = await this.#deps.cookie.read(request)
    return found?.value.step === 'asked' && found.value.network === network ? found.value : null
  }

  async #outcome(asked: SignInOf<'asked'>, request: FastifyRequest): Promise<SignIn> {
    const { list, clients } = this.#deps
    const { purpose, userId, invitation, network } = asked
    try {
      const url = new URL(request.url, this.#base(request))
      const shown = await clients.finish(await list.find(network), url, asked)
      return { step: 'shown', purpose, userId, invitation, shown }
    } catch (error) {
      if (error instanceof AppError) return failure(asked, error)
      throw error
    }
  }

  /** As browsers reach this server: without a public address by any of its names. */
  #base({ headers }: FastifyRequest): string {
    return (this.#deps.publicUrl ?? `http://${headers.host ?? ''}`).replace(/\/+$/, '')
  }
}

function failure(begun: Pick<Begun, 'purpose' | 'userId' | 'invitation'> | null, error: AppError): SignIn {
  const { purpose = 'login', userId = null, invitation = null } = begun ?? {}
  return { step: 'failed', purpose, userId, invitation, code: error.code, message: error.message }
}

/** The page learns from its address that somebody has come back, and for what. */
function continued(path: string, what: string): string {
  const url = new URL(path, 'http://page')
  url.searchParams.set('signIn', what)
  // Dots in a path can leave two slashes at its start, and what follows would be another host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`
}

function expired(): AppError {
  return new AppError('invalid-input', 'sign-in-expired', 'This sign-in has expired. Please sign in again.')
}
