import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'

/** Pairs of keys that the installation has made for itself, such as the one that browsers know its pushes by. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  /** An envelope. */
  privateKey: bytes('private_key').notNull(),
})
