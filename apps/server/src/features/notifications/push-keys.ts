import { type Drizzle, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'

const { installationSecrets } = schema

const NAME = 'push'
const PLACE = { table: 'installation_secrets', row: NAME, column: 'private_key' }

/** The pair of keys by which push services know this installation; made when the first browser wants pushes. */
export class PushKeys {
  readonly #db: Drizzle
  readonly #envelopes: Envelopes

  constructor(db: Drizzle, envelopes: Envelopes) {
    this.#db = db
    this.#envelopes = envelopes
  }

  async publicKey(): Promise<string> {
    const known = await this.#row()
    if (known) return known.publicKey
    const { default: webPush } = await import('web-push')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const row = { name: NAME, publicKey, privateKey: await this.#envelopes.seal(privateKey, PLACE) }
    // Another server may have been faster.
    await this.#db.insert(installationSecrets).values(row).onConflictDoNothing()
    return (await this.#row())?.publicKey ?? publicKey
  }

  async both(): Promise<{ publicKey: string; privateKey: string }> {
    const row = await this.#row()
    if (!row) throw new Error('There is no key of pushes')
    return { publicKey: row.publicKey, privateKey: await this.#envelopes.open(row.privateKey, PLACE) }
  }

  async #row() {
    const [row] = await this.#db.select().from(installationSecrets).where(eq(installationSecrets.name, NAME))
    return row
  }
}
