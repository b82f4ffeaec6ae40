import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that signs login cookies: made once, kept in the data folder, readable by the server alone. */
export function authSecret(dataDir: string): string {
  const file = join(dataDir, 'login.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length < 32) throw new Error(`The key in ${file} is damaged; remove the file to sign everybody out.`)
  return secret
}
