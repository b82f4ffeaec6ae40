import { type BoxPlace, openEnvelope, sealEnvelope, VaultError } from '@tradeloom/vault/envelope'
import { unavailable } from '../errors/app-error.ts'
import type { MasterKey } from './master-key.ts'

/** Seals what the server itself has to read again, such as second factors. Its columns are in `SEALED_COLUMNS`. */
export class Envelopes {
  readonly #masterKey: Pick<MasterKey, 'accountsKey'>

  constructor(masterKey: Pick<MasterKey, 'accountsKey'>) {
    this.#masterKey = masterKey
  }

  /** `place`: the table, row and column where it is kept. Fails as unavailable under a wrong master key. */
  seal(secret: string, place: BoxPlace): Promise<Buffer> {
    return this.#withKey((key) => sealEnvelope(key, secret, place))
  }

  /** Fails as unavailable under a wrong master key. */
  open(envelope: Uint8Array, place: BoxPlace): Promise<string> {
    return this.#withKey((key) => openEnvelope(key, envelope, place))
  }

  async #withKey<Result>(work: (key: Buffer) => Result): Promise<Result> {
    const key = await this.#masterKey.accountsKey()
    try {
      return work(key)
    } catch (error) {
      if (error instanceof VaultError) throw unavailable(error.code, error.message)
      throw error
    } finally {
      key.fill(0)
    }
  }
}
