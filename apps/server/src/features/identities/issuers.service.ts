import type { Issuer } from '@tradeloom/contracts'
import { type Drizzle, newId, schema, sqlState, UNIQUE_VIOLATION } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { IssuerClients } from './issuer-clients.ts'
import { isLoopback } from './issuer-fetch.ts'
import { isKnownNetwork, type IssuerList, type OfferedIssuer, secretPlace } from './issuer-list.ts'

const { identities, issuers } = schema

const MAX_ISSUERS = 20

type Stated = Pick<OfferedIssuer, 'label' | 'issuer' | 'clientId' | 'isTrustedForEmail' | 'isTrustedForFactors'>

interface Deps {
  readonly db: Drizzle
  readonly list: IssuerList
  readonly clients: IssuerClients
  readonly envelopes: Envelopes
  readonly outbound: Pick<Outbound, 'problemOf'>
  /** Of the callback of a network. */
  readonly callback: (network: string) => string
}

/** Issuers as administrators see and change them. */
export class IssuersService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async all(): Promise<Issuer[]> {
    return Promise.all((await this.#deps.list.all()).map((one) => this.#view(one)))
  }

  async add(stated: Stated & { readonly network: string; readonly clientSecret: string }): Promise<Issuer> {
    const { db, list } = this.#deps
    const { network, clientSecret, ...fields } = stated
    if (isKnownNetwork(network) || (await list.known(network))) throw taken()
    if ((await db.$count(issuers)) >= MAX_ISSUERS) {
      throw new AppError('limit', 'too-many-issuers', `There can be at most ${MAX_ISSUERS} issuers`)
    }
    const id = newId()
    const secret = clientSecret === '' ? null : clientSecret
    await this.#check({ ...fields, network, id, hasSecret: secret !== null }, secret)
    const values = { id, network, ...fields, clientSecret: await this.#seal(id, secret) }
    await db
      .insert(issuers)
      .values(values)
      .catch((error: unknown) => {
        throw sqlState(error) === UNIQUE_VIOLATION ? taken() : error
      })
    return this.#view(await list.find(network))
  }

  async change(id: string, stated: Stated & { readonly clientSecret?: string | undefined }): Promise<Issuer> {
    const { db, list, clients } = this.#deps
    const known = await this.#own(id)
    const { clientSecret, ...fields } = stated
    const secret = clientSecret === undefined ? await list.secretOf(known) : clientSecret === '' ? null : clientSecret
    await this.#check({ ...known, ...fields }, secret)
    await db
      .update(issuers)
      .set({ ...fields, ...(clientSecret === undefined ? {} : { clientSecret: await this.#seal(id, secret) }) })
      .where(eq(issuers.id, id))
    clients.forget()
    return this.#view(await list.find(known.network))
  }

  /** Its identities stay, and work again when it is offered again. */
  async remove(id: string): Promise<void> {
    await this.#own(id)
    await this.#deps.db.delete(issuers).where(eq(issuers.id, id))
    this.#deps.clients.forget()
  }

  async #own(id: string): Promise<OfferedIssuer> {
    const found = (await this.#deps.list.all()).find((one) => one.id === id)
    if (!found) throw notFound('Issuer')
    return found
  }

  /** What does not answer now would only fail when users sign in. */
  async #check(issuer: OfferedIssuer, secret: string | null): Promise<void> {
    const url = new URL(issuer.issuer)
    if (url.protocol !== 'https:' && !isLoopback(url)) throw invalid('The address must begin with https://', 'issuer')
    await this.#refuse([issuer.issuer])
    const called = await this.#deps.clients.check(issuer, secret).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw invalid('There is no issuer at this address, or it does not answer', 'issuer')
    })
    await this.#refuse(called)
  }

  /** What this server does not call. */
  async #refuse(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const problem = await this.#deps.outbound.problemOf(url)
      if (problem !== null) throw invalid(problem, 'issuer')
    }
  }

  async #seal(id: string, secret: string | null): Promise<Buffer | null> {
    return secret === null ? null : this.#deps.envelopes.seal(secret, secretPlace(id))
  }

  async #view(offered: OfferedIssuer): Promise<Issuer> {
    const { db, callback } = this.#deps
    const { network } = offered
    const count = await db.$count(identities, eq(identities.network, network))
    return { ...offered, callback: callback(network), users: count }
  }
}

function taken(): AppError {
  const message = 'This short name is taken'
  return new AppError('conflict', 'already-taken', message, { fields: { network: message } })
}
