import { readFileSync } from 'node:fs'
import { type Drizzle, schema } from '@tradeloom/database'
import { asc, eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'

const { issuers } = schema

export type IssuerRow = typeof issuers.$inferSelect

/** Somebody whose word about users counts. */
export interface OfferedIssuer {
  /** Null: stated by the configuration. */
  readonly id: string | null
  readonly network: string
  readonly label: string
  /** Where its description is found. */
  readonly issuer: string
  readonly clientId: string
  readonly hasSecret: boolean
  readonly isTrustedForEmail: boolean
  /** Whether a second factor counts that it states. */
  readonly isTrustedForFactors: boolean
}

/** Issuers that everybody knows. */
const KNOWN = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    isTrustedForEmail: true,
    isTrustedForFactors: false,
  },
  // Any administrator of a tenant sets the addresses of its users.
  windows: {
    label: 'Windows',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    isTrustedForEmail: false,
    isTrustedForFactors: false,
  },
} as const

export type KnownNetwork = keyof typeof KNOWN

interface Deps {
  readonly db: Drizzle
  readonly config: Pick<Config, 'issuers'>
  readonly envelopes: Envelopes
}

/** Issuers of the configuration and of administrators. */
export class IssuerList {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async all(): Promise<OfferedIssuer[]> {
    const { db, config } = this.#deps
    const own = await db.select().from(issuers).orderBy(asc(issuers.label), asc(issuers.id))
    return [...config.issuers.map(known), ...own.map(offered)]
  }

  async find(network: string): Promise<OfferedIssuer> {
    const found = await this.known(network)
    if (found) return found
    // Of an installation without any, the requested one is not what is wrong.
    if ((await this.all()).length === 0) {
      throw new AppError('conflict', 'sign-in-off', 'This installation offers no sign-in with other accounts.')
    }
    throw notFound('Issuer')
  }

  /** Null if it is not offered, any more or at all. */
  async known(network: string): Promise<OfferedIssuer | null> {
    const { db, config } = this.#deps
    const configured = config.issuers.find((one) => one.network === network)
    if (configured) return known(configured)
    const [row] = await db.select().from(issuers).where(eq(issuers.network, network))
    return row ? offered(row) : null
  }

  /** Null for a client without one. */
  async secretOf({ id, network }: Pick<OfferedIssuer, 'id' | 'network'>): Promise<string | null> {
    const { db, config, envelopes } = this.#deps
    if (id === null) {
      const configured = config.issuers.find((one) => one.network === network)
      return configured ? readFileSync(configured.secretFile, 'utf8').trim() : null
    }
    const [row] = await db.select({ secret: issuers.clientSecret }).from(issuers).where(eq(issuers.id, id))
    return row?.secret ? envelopes.open(row.secret, secretPlace(id)) : null
  }
}

/** Where the secret of an issuer is sealed. */
export function secretPlace(id: string) {
  return { table: 'issuers', row: id, column: 'client_secret' } as const
}

export function isKnownNetwork(network: string): network is KnownNetwork {
  return Object.hasOwn(KNOWN, network)
}

function known({ network, clientId }: Config['issuers'][number]): OfferedIssuer {
  return { id: null, network, clientId, hasSecret: true, ...KNOWN[network] }
}

function offered(row: IssuerRow): OfferedIssuer {
  const { id, network, label, issuer, clientId, clientSecret, isTrustedForEmail, isTrustedForFactors } = row
  const trust = { isTrustedForEmail, isTrustedForFactors }
  return { id, network, label, issuer, clientId, hasSecret: clientSecret !== null, ...trust }
}
