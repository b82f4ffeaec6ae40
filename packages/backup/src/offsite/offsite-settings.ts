import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '@tradeloom/domain'
import { FolderStore, type ObjectStore, requireObjectName, S3Store } from '@tradeloom/object-store'

/** A value that an operator keeps secret: itself, or the file that has it. */
export type Secret = { readonly text: string } | { readonly file: string }

/** Where backups are kept away from this machine, and how to get there. */
export interface OffsiteSettings {
  /** `s3://bucket/prefix`, or `file:///folder` for a disk that others look after. */
  readonly place: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: Secret | null
  readonly secretAccessKey: Secret | null
  /** Null: it is in the data folder, and made there at the first upload. */
  readonly backupKey: Secret | null
}

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = {
  endpoint: 'TRADELOOM_BACKUP_ENDPOINT',
  region: 'TRADELOOM_BACKUP_REGION',
  accessKeyId: 'TRADELOOM_BACKUP_ACCESS_KEY_ID',
  secretAccessKey: 'TRADELOOM_BACKUP_SECRET_ACCESS_KEY',
  backupKey: 'TRADELOOM_BACKUP_KEY',
} as const

const S3 = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*?))?\/?$/

export function isOffsite(place: string): boolean {
  return /^[a-z\d]+:\/\//.test(place)
}

/** @throws {UserError} that names the setting. */
export function readOffsiteSettings(env: Environment, place: string): OffsiteSettings {
  const region = env[NAMES.region] || 'us-east-1'
  if (!/^[a-z\d-]{1,40}$/i.test(region)) throw refused(`${NAMES.region} must be the name of a region`)
  const endpoint = env[NAMES.endpoint] || `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(endpoint)) {
    throw refused(`${NAMES.endpoint} must be an address such as https://s3.example.com`)
  }
  const settings = {
    place,
    endpoint,
    region,
    accessKeyId: secretOf(env, NAMES.accessKeyId),
    secretAccessKey: secretOf(env, NAMES.secretAccessKey),
    backupKey: readBackupKeySetting(env),
  }
  if (place.startsWith('file://')) folderOf(place)
  else {
    s3PlaceOf(place)
    if (!settings.accessKeyId || !settings.secretAccessKey) {
      throw refused(`${place} needs ${NAMES.accessKeyId} and ${NAMES.secretAccessKey}, or the same with _FILE`)
    }
  }
  return settings
}

/** Reads secrets when they are needed, so that a file that was replaced counts. */
export async function storeOf(settings: OffsiteSettings): Promise<ObjectStore> {
  const { place, endpoint, region } = settings
  if (place.startsWith('file://')) return new FolderStore(folderOf(place))
  const { bucket, prefix } = s3PlaceOf(place)
  return new S3Store({ endpoint, region, bucket, ...(await readAccess(settings)) }, prefix)
}

/** With what an S3-compatible store is entered. */
export async function readAccess({
  accessKeyId,
  secretAccessKey,
}: OffsiteSettings): Promise<{ accessKeyId: string; secretAccessKey: string }> {
  return {
    accessKeyId: await secretText(accessKeyId, NAMES.accessKeyId),
    secretAccessKey: await secretText(secretAccessKey, NAMES.secretAccessKey),
  }
}

export function readBackupKeySetting(env: Environment): Secret | null {
  return secretOf(env, NAMES.backupKey)
}

/** As it is on paper; null if none was given. */
export async function givenBackupKey(setting: Secret | null): Promise<string | null> {
  return setting && secretText(setting, NAMES.backupKey)
}

function secretOf(env: Environment, name: string): Secret | null {
  const [text, file] = [env[name] ?? '', env[`${name}_FILE`] ?? '']
  if (text !== '' && file !== '') throw refused(`${name} and ${name}_FILE are both set: please keep one`)
  if (file !== '') return { file }
  return text === '' ? null : { text }
}

async function secretText(secret: Secret | null, name: string): Promise<string> {
  if (secret === null) throw refused(`${name} is missing`)
  if ('text' in secret) return secret.text
  const text = await readFile(secret.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refused(`${name}_FILE cannot be read (${error.code})`)
  })
  return text.trim()
}

function s3PlaceOf(place: string): { bucket: string; prefix: string } {
  const [, bucket, prefix = ''] = S3.exec(place) ?? []
  if (bucket === undefined) throw refused(`${place} must be s3://bucket/prefix, or file:///folder`)
  return { bucket, prefix: prefix === '' ? '' : `${requireObjectName(prefix)}/` }
}

function folderOf(place: string): string {
  try {
    const folder = fileURLToPath(place)
    if (isAbsolute(folder)) return folder
  } catch {
    // As below.
  }
  throw refused(`${place} must be the address of a folder, such as file:///mnt/backups`)
}

function refused(text: string): UserError {
  return new UserError('invalid-input', text)
}
