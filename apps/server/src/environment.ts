import { readKeyText } from '@tradeloom/vault/paper'
import { ADAPTERS } from '@tradeloom/venues'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type BackupSchedule, readSchedule } from './features/backups/backup-schedule.ts'
import { checkProxies } from './platform/http/client-address.ts'

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

/** What the environment says, with its defaults. */
export type Environment = z.output<typeof environment>

/** Throws a one-line error for the operator that names each invalid setting. `given`: the variables that are set. */
export function readEnvironment(env: Record<string, string | undefined>): {
  readonly values: Environment
  readonly given: Record<string, string | undefined>
} {
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
  return { values: parsed.data, given }
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
