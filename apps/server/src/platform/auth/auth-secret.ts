import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key that signs cookies: created once and stored in the data folder, readable only by the server. Servers that
 * share the folder share the key, so a login at one of them is valid at all.
 */
export function authSecret(dataDir: string): string {
  const file = join(dataDir, 'login.key')
  mkdirSync(dataDir, { recursive: true })
  createOnce(file, randomBytes(32).toString('base64url'))
  const secret = readFileSync(file, 'utf8')
  if (secret.length < 32) throw new Error(`The key in ${file} is damaged; remove the file to sign everyone out.`)
  return secret
}

/** Linking is atomic: a server that starts at the same time reads a whole key. */
function createOnce(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600 })
  try {
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
