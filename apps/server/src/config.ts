import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '@tradeloom/domain'
// Not from the package's entry, whose native modules take long to load.
import { defaultDataFolder } from '@tradeloom/market-data/default-data-folder'
import { type OffsiteSettings, readOffsiteSettings } from '@tradeloom/backup'
import { readKeyText } from '@tradeloom/vault/paper'
import { ADAPTERS, NEVER_CLOSED_URLS, type VenueAddresses } from '@tradeloom/venues'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { checkProxies } from './platform/http/client-address.ts'
import type { MasterKeyPlace } from './platform/secrets/master-key.ts'
import { type BackupSchedule, readSchedule } from './features/backups/backup-schedule.ts'
import type { QuotaLimits } from './features/market-imports/import-quotas.ts'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..')

export const DEFAULT_PORT = 7070

/** Comma-separated values. */
const list = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []))
const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z.coerce.number({ error }).int(error).min(from, error).max(to, error)
}

/** Parts of the server that can run in separate processes. */
export const SERVICES = ['http', 'realtime', 'runner'] as const
export type ServiceName = (typeof SERVICES)[number]

const environment = z.object({
  TRADELOOM_SERVICES: list
    .refine(areServices, `must name some of ${SERVICES.join(', ')}, separated by commas`)
    .default([...SERVICES]),
  PORT: wholeNumber(0, 65_535).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  TRADELOOM_DATA: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  NATS_URL: list
    .refine((urls) => urls.every((url) => /^(nats|tls):\/\/[^\s/]+$/.test(url)), 'must begin with nats:// or tls://')
    .default([]),
  TRADELOOM_RUNNERS: wholeNumber(1, 64).optional(),
  TRADELOOM_SPARE_RUNNERS: z.enum(['on', 'off']).default('on'),
  TRADELOOM_AUTO_ANALYSIS: z.enum(['on', 'off']).default('on'),
  TRADELOOM_SANDBOX: z.enum(['auto', 'bwrap', 'setpriv', 'plain']).default('auto'),
  /** Whether packages limit what users can do (`hosted`), or only the machine and its data do. */
  TRADELOOM_PROFILE: z.enum(['self-hosted', 'hosted']).default('self-hosted'),
  /** Who may register: everybody, those whom an administrator invites, or nobody. */
  TRADELOOM_REGISTRATION: z.enum(['open', 'invited', 'closed']).default('open'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).max(254).optional(),
  /** Files with the secret key of the payment provider, and with the secret that its reports are signed with. */
  STRIPE_SECRET_KEY_FILE: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET_FILE: z.string().min(1).optional(),
  /** `on`: the payment provider adds the tax of the buyer's address. */
  STRIPE_AUTOMATIC_TAX: z.enum(['on', 'off']).default('off'),
  /** Address of a stand-in for the payment provider, for tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether users sign in with passwords; `off` where an issuer says who they are. */
  TRADELOOM_PASSWORD_LOGIN: z.enum(['on', 'off']).default('on'),
  /** Whether administrators need two-factor login; if not set, where strangers register. */
  TRADELOOM_ADMIN_FACTORS: z.enum(['required', 'optional']).optional(),
  /** Whether everybody needs it. */
  TRADELOOM_USER_FACTORS: z.enum(['required', 'optional']).default('optional'),
  /** Client ids at Google and Microsoft, and files with their secrets. */
  TRADELOOM_OIDC_GOOGLE: z.string().min(1).max(500).optional(),
  TRADELOOM_OIDC_GOOGLE_SECRET_FILE: z.string().min(1).optional(),
  TRADELOOM_OIDC_WINDOWS: z.string().min(1).max(500).optional(),
  TRADELOOM_OIDC_WINDOWS_SECRET_FILE: z.string().min(1).optional(),
  /** Addresses of stand-ins for issuers by origin, for tests. */
  TRADELOOM_OIDC_URLS: z.string().transform(readJson).pipe(z.record(z.url(), z.url())).default({}),
  TRADELOOM_SIMULATED_MARKET: z.enum(['on', 'off']).default('on'),
  /** Live prices without a key; as the simulated market if not set. `always`: on weekends, too. */
  TRADELOOM_SIMULATED_VENUES: z.enum(['on', 'always', 'off']).optional(),
  /** Addresses that replace those of venues, by venue and the name that its adapter has for each. */
  TRADELOOM_VENUE_URLS: z.string().transform(readJson).pipe(venueUrls()).default({}),
  /** Addresses of stand-ins for data providers by their names, for tests. */
  TRADELOOM_SOURCE_URLS: z
    .string()
    .transform(readJson)
    .pipe(z.record(z.string(), z.url({ protocol: /^https?$/ })))
    .optional(),
  /** Networks that webhooks of users, and issuers, may be reached in although they are not on the internet. */
  TRADELOOM_OUTBOUND_NETWORKS: list.refine(areNetworks, 'must be addresses or networks like 10.0.0.0/8').default([]),
  /** The same for issuers alone, which only administrators add. */
  TRADELOOM_ISSUER_NETWORKS: list.refine(areNetworks, 'must be addresses or networks like 10.0.0.0/8').default([]),
  /** Certificates that receivers of webhooks are trusted by besides the usual ones. */
  TRADELOOM_OUTBOUND_CA_FILE: z.string().min(1).optional(),
  /** A file with the token of the bot that tells users on Telegram. */
  TRADELOOM_TELEGRAM_TOKEN_FILE: z.string().min(1).optional(),
  /** Address of a stand-in for Telegram, for tests. */
  TRADELOOM_TELEGRAM_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  /** Called while everything is in order; whoever watches it notices its silence. */
  TRADELOOM_HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRADELOOM_HEARTBEAT_SECONDS: wholeNumber(1, 3600).default(60),
  /** The master key of secrets if the operator provides it: a file of 32 bytes, or the key itself. */
  TRADELOOM_MASTER_KEY_FILE: z.string().min(1).optional(),
  TRADELOOM_MASTER_KEY: z
    .string()
    .refine(isKey, 'must be 64 hexadecimal digits, or what "tradeloom key export" prints')
    .optional(),
  /** Megabytes of one upload. */
  TRADELOOM_UPLOAD_LIMIT_MB: wholeNumber(1, 1_000_000).default(2048),
  /** For each user who is not an administrator: megabytes of market data, and of concurrent uploads. */
  TRADELOOM_USER_STORAGE_MB: wholeNumber(1, 100_000_000).default(5120),
  TRADELOOM_USER_UPLOAD_MB: wholeNumber(1, 1_000_000).default(4096),
  TRADELOOM_USER_UPLOADS: wholeNumber(1, 1000).default(3),
  TRADELOOM_USER_FILES: wholeNumber(1, 10_000).default(200),
  /** For how many years the journals of accounts are kept that are gone. */
  TRADELOOM_JOURNAL_YEARS: wholeNumber(1, 100).default(10),
  /** The folder of all backups, and when one is taken each day. */
  TRADELOOM_BACKUPS: z.string().min(1).optional(),
  /** Where encrypted copies of them go. */
  TRADELOOM_BACKUP_STORE: z.string().min(1).optional(),
  TRADELOOM_BACKUP_AT: z.string().transform(readBackupTime).default({ at: '03:00', timeZone: 'UTC' }),
  /** Port of the switch of the guardian; if not set, the one after the server's. */
  TRADELOOM_KILL_PORT: z
    .literal('off')
    .transform(() => 0)
    .or(wholeNumber(0, 65_535))
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALLOWED_HOSTS: list.default([]),
  TRUSTED_PROXIES: list.refine(areProxies, 'must be addresses or networks like 10.0.0.0/8').default([]),
  TRADELOOM_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000_000).default(6000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

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
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL']
  /** The built web app. */
  readonly webFolder: string
}

/** Throws a one-line error for the operator that names each invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable means the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  // Of a stand-in or a proxy: without it, requests would go to the venue itself.
  const unknown = Object.keys(given).find((name) => /^TRADELOOM_\w+_URLS$/.test(name) && !(name in environment.shape))
  if (unknown !== undefined)
    throw new Error(
      `Invalid settings in the environment: ${unknown} is no setting. See TRADELOOM_VENUE_URLS in docs/configuration.md`,
    )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Invalid settings in the environment: ${lines.join('; ')}.`)
  }
  const values = parsed.data
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

function masterKeyOf(values: z.output<typeof environment>, dataDir: string): MasterKeyPlace {
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

function isKey(text: string): boolean {
  try {
    readKeyText(text).fill(0)
    return true
  } catch {
    return false
  }
}

function readBackupTime(text: string, context: z.RefinementCtx): BackupSchedule | null {
  try {
    return readSchedule(text)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
}

function backupsOf(
  values: z.output<typeof environment>,
  given: Record<string, string | undefined>,
  dataDir: string,
): Config['backups'] {
  const { TRADELOOM_BACKUPS: folder, TRADELOOM_BACKUP_AT: schedule, TRADELOOM_BACKUP_STORE: place } = values
  try {
    const offsite = place === undefined ? null : readOffsiteSettings(given, place)
    return { folder: resolve(folder ?? join(dataDir, 'backups')), schedule, offsite }
  } catch (error) {
    throw error instanceof UserError ? new Error(`Invalid settings in the environment: ${error.text}.`) : error
  }
}

function mailOf({ SMTP_URL: server, MAIL_FROM: from, PUBLIC_URL: url }: z.output<typeof environment>): Config['mail'] {
  if (server === undefined) return null
  const host = url === undefined ? 'localhost' : new URL(url).hostname
  return { server, from: from ?? `Tradeloom <no-reply@${host}>` }
}

function paymentsOf(values: z.output<typeof environment>): PaymentSettings | null {
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

function issuersOf(values: z.output<typeof environment>): IssuerSettings[] {
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

function outboundOf(values: z.output<typeof environment>): OutboundSettings {
  const { TRADELOOM_OUTBOUND_NETWORKS: networks, TRADELOOM_OUTBOUND_CA_FILE: caFile } = values
  if (values.TRADELOOM_PROFILE === 'hosted' && networks.length > 0) {
    throw new Error(
      'Invalid settings in the environment: TRADELOOM_OUTBOUND_NETWORKS is for self-hosted servers; for issuers there is TRADELOOM_ISSUER_NETWORKS.',
    )
  }
  const issuerNetworks = values.TRADELOOM_ISSUER_NETWORKS
  return { networks, issuerNetworks, caFile: caFile === undefined ? null : resolve(caFile) }
}

function areNetworks(networks: readonly string[]): boolean {
  return networks.every((network) => (network.includes('/') ? ipaddr.isValidCIDR(network) : ipaddr.isValid(network)))
}

function areServices(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => (SERVICES as readonly string[]).includes(name))
}

function areProxies(proxies: readonly string[]): boolean {
  try {
    checkProxies(proxies)
    return true
  } catch {
    return false
  }
}

/** Only what an adapter looks at: a name that it does not have would leave requests at the venue itself. */
function venueUrls() {
  const known = ADAPTERS.map(({ id, addresses }) => {
    const url = z.url({ error: 'must be an address like https://host' }).optional()
    const names = Object.fromEntries(Object.keys(addresses).map((name) => [name, url]))
    return [id, z.strictObject(names, { error: `${id} has the addresses ${Object.keys(names).join(', ')}` }).optional()]
  })
  return z.strictObject(Object.fromEntries(known), { error: 'must be JSON with addresses by venue' })
}

/** Null, which no setting accepts, for what is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
