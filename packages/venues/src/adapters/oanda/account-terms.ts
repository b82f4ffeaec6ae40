import type { OandaRest } from './oanda-rest.ts'
import { type Fields, fieldsOf, textOf } from './read-fields.ts'

/** What of an account its messages do not repeat. */
export interface AccountTerms {
  readonly currency: string
  /** Whether it keeps each trade as a position of its own. */
  readonly isHedging: boolean
}

export async function readSummary(rest: OandaRest): Promise<Fields> {
  return fieldsOf((await rest.read('/summary'))['account'])
}

export function termsOf({ currency, hedgingEnabled }: Fields): AccountTerms {
  return { currency: textOf(currency), isHedging: hedgingEnabled === true }
}

/** Asks once: while one of these has changed, the account is connected anew. */
export function termsReader(rest: OandaRest): () => Promise<AccountTerms> {
  let terms: Promise<AccountTerms> | null = null
  return () => {
    terms ??= readSummary(rest)
      .then(termsOf)
      .catch((error: unknown) => {
        terms = null
        throw error
      })
    return terms
  }
}
