import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '@tradeloom/domain'
// Not from the package's entry, whose native modules take long to load.
import { defaultDataFolder } from '@tradeloom/market-data/default-data-folder'
import { type OffsiteSettings, readOffsiteSettings } from '@tradeloom/backup'
import { readKeyText } from '@tradeloom/vault/paper'
import { NEVER_CLOSED_URLS, type VenueAddresses } from '@tradeloom/venues'
import { type Environment, readEnvironment, type ServiceName } from './environment.ts'
import type { MasterKeyPlace } from './platform/secrets/master-key.ts'
import type { BackupSchedule } from './features/backups/backup-schedule.ts'
import type { QuotaLimits } from './features/market-imports/import-quotas.ts'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..')

export const DEFAULT_PORT = 7070

export interface IssuerSettings {
  readonly network: 'google' | 'windows'
  readonly clientId: string
  readonly secretFile: string
}

export interface PaymentSettings {
  readonly secretKeyFile: string
  readonly webhookSecretFile: string
  /** Null: the provider's own. */
  readonly apiUrl: string | null
  /** Whether the tax of the buyer's address is added. */
  readonly addsTax: boolean
}

export interface OutboundSettings {
  readonly networks: readonly string[]
  /** For issuers besides. */
  readonly issuerNetworks: readonly string[]
  readonly caFile: string | null
}

/** All settings with their defaults; nothing else reads the environment. */
export interface Config {
  /** What this process does. */
  readonly services: ReadonlySet<ServiceName>
  /** Null in a server that does not listen because it serves neither pages nor sockets and no port was given. */
  readonly port: number | null
  readonly host: string
  /** The data folder. */
  readonly dataDir: string
  readonly masterKey: MasterKeyPlace
  /** Where backups are, and when one is taken each day; null: on request only. */
  readonly backups: {
    readonly folder: string
    readonly schedule: BackupSchedule | null
    /** Null: no copies are sent away. */
    readonly offsite: OffsiteSettings | null
  }
  readonly databaseUrl: string | undefined
  /** NATS servers that connect several Tradeloom servers; empty for a single server. */
  readonly natsUrls: readonly string[]
  readonly runners: number
  /** Whether runners wait for the next run, warmed up. */
  readonly hasSpareRunners: boolean
  /** Whether every saved version is analyzed for look-ahead, or only those whose owners ask for it. */
  readonly analyzesVersions: boolean
  readonly sandboxLevel: 'auto' | 'bwrap' | 'setpriv' | 'plain'
  readonly profile: 'self-hosted' | 'hosted'
  readonly registration: 'open' | 'invited' | 'closed'
  /** Null: mail waits in the outbox for the operator. */
  readonly mail: { readonly server: string; readonly from: string } | null
  /** Null: packages are not sold, an administrator assigns them. */
  readonly payments: PaymentSettings | null
  readonly passwordLogin: boolean
  /** Whether administrators need two-factor login for what only they may do. */
  readonly adminsNeedFactors: boolean
  /** Whether everybody needs it for everything. */
  readonly usersNeedFactors: boolean
  /** Issuers that everybody knows, besides those that administrators add. */
  readonly issuers: readonly IssuerSettings[]
  /** Addresses of stand-ins for issuers, by origin. */
  readonly issuerUrls: Readonly<Record<string, string>>
  readonly outbound: OutboundSettings
  /** Null: there is no bot. */
  readonly telegram: { readonly tokenFile: string; readonly apiUrl: string } | null
  /** Null: nobody watches from outside. */
  readonly heartbeat: { readonly url: string; readonly everyMs: number } | null
  readonly simulatedMarket: boolean
  readonly simulatedVenues: boolean
  /** Addresses of venues that replace their own ones, by venue id. */
  readonly venueUrls: Readonly<Record<string, VenueAddresses>>
  /** Addresses of data providers that replace their own ones, by name. */
  readonly sourceUrls: Readonly<Record<string, string>>
  readonly uploadLimitBytes: number
  /** Limits of each user who is not an administrator. */
  readonly userQuotas: QuotaLimits
  readonly journalYears: number
  /** Where the guardian takes requests of pages, on loopback; null: nowhere. */
  readonly killPort: number | null
  /** How browsers reach the server behind a proxy. */
  readonly publicUrl: string | undefined
  /** Additional host names of the server. */
  readonly allowedHosts: readonly string[]
  /** Proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[]
  /** Limit for one address. */
  readonly requestsPerMinute: number
  readonly logLevel: Environment['LOG_LEVEL']
  /** The built web app. */
  readonly webFolder: string
}

/** Throws a one-line error for the operator. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, given } = readEnvironment(env)
  const services = new Set(values.TRADELOOM_SERVICES as ServiceName[])
  const listens = services.has('http') || services.has('realtime')
  const port = values.PORT ?? (listens ? DEFAULT_PORT : null)
  const dataDir = resolve(values.TRADELOOM_DATA ?? defaultDataFolder(REPOSITORY))
  return {
    services,
    port,
    host: values.HOST,
    dataDir,
    masterKey: masterKeyOf(values, dataDir),
    databaseUrl: values.DATABASE_URL,
    natsUrls: values.NATS_URL,
    // More runners than cores make every run slower; with five cores or more, one stays for server and database.
    runners: values.TRADELOOM_RUNNERS ?? Math.max(2, Math.min(availableParallelism(), 4)),
    hasSpareRunners: values.TRADELOOM_SPARE_RUNNERS === 'on',
    analyzesVersions: values.TRADELOOM_AUTO_ANALYSIS === 'on',
    sandboxLevel: values.TRADELOOM_SANDBOX,
    registration: values.TRADELOOM_REGISTRATION,
    profile: values.TRADELOOM_PROFILE,
    mail: mailOf(values),
    payments: paymentsOf(values),
    passwordLogin: values.TRADELOOM_PASSWORD_LOGIN === 'on',
    adminsNeedFactors:
      (values.TRADELOOM_ADMIN_FACTORS ?? (values.TRADELOOM_PROFILE === 'hosted' ? 'required' : 'optional')) ===
      'required',
    usersNeedFactors: values.TRADELOOM_USER_FACTORS === 'required',
    issuers: issuersOf(values),
    issuerUrls: values.TRADELOOM_OIDC_URLS,
    outbound: outboundOf(values),
    telegram:
      values.TRADELOOM_TELEGRAM_TOKEN_FILE === undefined
        ? null
        : {
            tokenFile: resolve(values.TRADELOOM_TELEGRAM_TOKEN_FILE),
            apiUrl: values.TRADELOOM_TELEGRAM_API_URL.replace(/\/$/, ''),
          },
    heartbeat:
      values.TRADELOOM_HEARTBEAT_URL === undefined
        ? null
        : { url: values.TRADELOOM_HEARTBEAT_URL, everyMs: values.TRADELOOM_HEARTBEAT_SECONDS * 1000 },
    simulatedMarket: values.TRADELOOM_SIMULATED_MARKET === 'on',
    simulatedVenues: (values.TRADELOOM_SIMULATED_VENUES ?? values.TRADELOOM_SIMULATED_MARKET) !== 'off',
    venueUrls: {
      ...values.TRADELOOM_VENUE_URLS,
      ...(values.TRADELOOM_SIMULATED_VENUES === 'always' && NEVER_CLOSED_URLS),
    },
    sourceUrls: values.TRADELOOM_SOURCE_URLS ?? {},
    uploadLimitBytes: values.TRADELOOM_UPLOAD_LIMIT_MB * 1024 * 1024,
    userQuotas: {
      storedBytes: values.TRADELOOM_USER_STORAGE_MB * 1024 * 1024,
      uploadBytes: values.TRADELOOM_USER_UPLOAD_MB * 1024 * 1024,
      uploads: values.TRADELOOM_USER_UPLOADS,
      files: values.TRADELOOM_USER_FILES,
    },
    journalYears: values.TRADELOOM_JOURNAL_YEARS,
    backups: backupsOf(values, given, dataDir),
    killPort: killPortOf(values.TRADELOOM_KILL_PORT, port),
    publicUrl: values.PUBLIC_URL,
    allowedHosts: values.ALLOWED_HOSTS,
    trustedProxies: values.TRUSTED_PROXIES,
    requestsPerMinute: values.TRADELOOM_REQUESTS_PER_MINUTE,
    logLevel: values.LOG_LEVEL,
    webFolder: join(REPOSITORY, 'apps', 'web', 'dist'),
  }
}

function masterKeyOf(values: Environment, dataDir: string): MasterKeyPlace {
  const { TRADELOOM_MASTER_KEY_FILE: file, TRADELOOM_MASTER_KEY: text } = values
  if (file !== undefined && text !== undefined) {
    throw new Error(
      'Invalid settings in the environment: TRADELOOM_MASTER_KEY and TRADELOOM_MASTER_KEY_FILE are both set; keep one.',
    )
  }
  const path = resolve(file ?? join(dataDir, 'keys', 'master'))
  if (text === undefined) return { path, isProvided: file !== undefined }
  const key = readKeyText(text)
  return { path, isProvided: true, given: () => Buffer.from(key) }
}

/** The server's port may be chosen at its start, it may have none, and the last one has no next. */
function killPortOf(given: number | undefined, port: number | null): number | null {
  const next = port === null || port === 0 || port === 65_535 ? 0 : port + 1
  return (given ?? next) || null
}

function backupsOf(values: Environment, given: Record<string, string | undefined>, dataDir: string): Config['backups'] {
  const { TRADELOOM_BACKUPS: folder, TRADELOOM_BACKUP_AT: schedule, TRADELOOM_BACKUP_STORE: place } = values
  try {
    const offsite = place === undefined ? null : readOffsiteSettings(given, place)
    return { folder: resolve(folder ?? join(dataDir, 'backups')), schedule, offsite }
  } catch (error) {
    throw error instanceof UserError ? new Error(`Invalid settings in the environment: ${error.text}.`) : error
  }
}

function mailOf({ SMTP_URL: server, MAIL_FROM: from, PUBLIC_URL: url }: Environment): Config['mail'] {
  if (server === undefined) return null
  const host = url === undefined ? 'localhost' : new URL(url).hostname
  return { server, from: from ?? `Tradeloom <no-reply@${host}>` }
}

function paymentsOf(values: Environment): PaymentSettings | null {
  const { STRIPE_SECRET_KEY_FILE: key, STRIPE_WEBHOOK_SECRET_FILE: webhook, STRIPE_API_URL: apiUrl } = values
  if (key === undefined && webhook === undefined) return null
  if (key === undefined || webhook === undefined) {
    throw new Error(
      'Invalid settings in the environment: STRIPE_SECRET_KEY_FILE and STRIPE_WEBHOOK_SECRET_FILE are set together.',
    )
  }
  return {
    secretKeyFile: resolve(key),
    webhookSecretFile: resolve(webhook),
    apiUrl: apiUrl ?? null,
    addsTax: values.STRIPE_AUTOMATIC_TAX === 'on',
  }
}

function issuersOf(values: Environment): IssuerSettings[] {
  return (['google', 'windows'] as const).flatMap((network) => {
    const name = `TRADELOOM_OIDC_${network === 'google' ? 'GOOGLE' : 'WINDOWS'}` as const
    const [clientId, secretFile] = [values[name], values[`${name}_SECRET_FILE`]]
    if (clientId === undefined && secretFile === undefined) return []
    if (clientId === undefined || secretFile === undefined) {
      throw new Error(`Invalid settings in the environment: ${name} and ${name}_SECRET_FILE are set together.`)
    }
    return { network, clientId, secretFile: resolve(secretFile) }
  })
}

function outboundOf(values: Environment): OutboundSettings {
  const { TRADELOOM_OUTBOUND_NETWORKS: networks, TRADELOOM_OUTBOUND_CA_FILE: caFile } = values
  if (values.TRADELOOM_PROFILE === 'hosted' && networks.length > 0) {
    throw new Error(
      'Invalid settings in the environment: TRADELOOM_OUTBOUND_NETWORKS is for self-hosted servers; for issuers there is TRADELOOM_ISSUER_NETWORKS.',
    )
  }
  const issuerNetworks = values.TRADELOOM_ISSUER_NETWORKS
  return { networks, issuerNetworks, caFile: caFile === undefined ? null : resolve(caFile) }
}
