import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { canWrite, type Identity } from './identity.ts'

export const DATABASE_USER = 'tradeloom'

/**
 * Creates the database folder unless it exists. It is created under another name and then renamed, so a start that was
 * killed halfway leaves nothing that looks like a database.
 */
export function ensureDataDirectory(folder: string, binaries: Binaries, identity: Identity | null): string {
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  give(folder, identity)
  if (!canWrite(folder, identity)) allowTraversal(dirname(folder))
  if (!canWrite(folder, identity)) throw new Error(unreachable(folder, identity))
  const passwordFile = `${folder}.password`
  if (existsSync(join(data, 'PG_VERSION'))) return readFileSync(passwordFile, 'utf8')
  const password = randomBytes(24).toString('base64url')
  const fresh = join(folder, 'data.new')
  rmSync(fresh, { recursive: true, force: true })
  initialize(fresh, password, binaries, identity)
  // Not inside the folder, which belongs to the database's user.
  writeFileSync(passwordFile, password, { mode: 0o600 })
  renameSync(fresh, data)
  return password
}

function initialize(data: string, password: string, binaries: Binaries, identity: Identity | null): void {
  const passwordForInit = `${data}.password`
  writeFileSync(passwordForInit, password, { mode: 0o600 })
  if (identity) chownSync(passwordForInit, identity.uid, identity.gid)
  const args = ['-D', data, '-U', DATABASE_USER, `--pwfile=${passwordForInit}`, '-A', 'scram-sha-256', '-E', 'UTF8']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const result = spawnSync(binaries.initdb, [...args, ...locale], {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  })
  rmSync(passwordForInit, { force: true })
  if (result.status === 0) return
  const reason = result.error?.message ?? result.stderr.trim()
  throw new Error(`The database could not be created in ${data}: ${reason}`)
}

/** Only the database's user may access the folder. */
export function give(folder: string, identity: Identity | null): void {
  chmodSync(folder, 0o700)
  if (identity) chownSync(folder, identity.uid, identity.gid)
}

/**
 * Makes a data folder that only root can access (as created by `mktemp -d`) traversable but not readable. Its parent
 * folders are not ours and stay as they are.
 */
function allowTraversal(folder: string): void {
  chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o001)
}

function unreachable(folder: string, identity: Identity | null): string {
  if (identity === null) return `The folder ${folder} cannot be written to; choose another one with TRADELOOM_DATA.`
  return (
    `Tradeloom runs as root, so its database runs as user ${identity.uid}, who cannot reach ${folder}: ` +
    'a folder above it is closed. Choose an open one with TRADELOOM_DATA, for example /var/lib/tradeloom, ' +
    'or set DATABASE_URL to your own PostgreSQL.'
  )
}
