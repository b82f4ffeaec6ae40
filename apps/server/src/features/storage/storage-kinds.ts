import { join } from 'node:path'
import type { RetentionKind } from '@tradeloom/contracts'
import { folderBytes } from '@tradeloom/market-data'
import type { TickLogSize } from '@tradeloom/market-data/ticks'
import type { Config } from '../../config.ts'
import { BROKER_LOG_DAYS } from '../trading/trading-logs.service.ts'

/** What the sizes are computed from. */
export interface Measured {
  readonly config: Pick<Config, 'dataDir' | 'backups' | 'journalYears'>
  /** Bytes with indexes, by name. */
  readonly tables: ReadonlyMap<string, number>
  readonly ticks: readonly TickLogSize[]
}

export interface StorageKind {
  readonly name: string
  readonly bytes: (measured: Measured) => number | Promise<number>
  /** How long it is kept; `days` where that can be changed. */
  readonly rule: (days: number | null, config: Measured['config']) => string
  readonly retention?: { readonly kind: RetentionKind; readonly days: number | null; readonly min: number }
}

const TABLES = {
  backtests: ['backtests', 'backtest_results', 'backtest_tables', 'backtest_verifications', 'trial_ledger'],
  optimizations: [
    'optimizations',
    'optimization_log',
    'optimization_luck',
    'optimization_returns',
    'optimization_rounds',
    'optimization_rows',
    'optimization_studies',
    'walk_forward_windows',
  ],
  sessions: ['sessions', 'session_inputs', 'session_logs', 'session_progress', 'session_records'],
  journal: ['journal', 'intents', 'fills', 'positions', 'venue_orders', 'custody_audits'],
  audit: ['audit_log'],
  notifications: ['notifications', 'deliveries', 'mail_outbox'],
} as const

const KEPT_APART = new Set<string>(Object.values(TABLES).flat())
const inTables =
  (kind: keyof typeof TABLES) =>
  ({ tables }: Measured): number =>
    sum(TABLES[kind].map((name) => tables.get(name) ?? 0))
const inFolder =
  (...names: string[]) =>
  ({ config }: Measured): Promise<number> =>
    folderBytes(join(config.dataDir, ...names))

const untilDays = (exception: string) => (days: number | null) =>
  days === null ? 'Never deleted' : `Deleted ${inDays(days)} after their end, unless ${exception} a star`

/** Everything that is stored belongs to one of these. */
export const STORAGE_KINDS = {
  market: {
    name: 'Market data',
    bytes: ({ config }) => folderBytes(join(config.dataDir, 'market'), ['.live', '.columns']),
    rule: () => 'Until it is deleted under Market data',
  },
  ticks: {
    name: 'Ticks received live',
    bytes: ({ ticks }) => sum(ticks.map(({ tickBytes }) => tickBytes)),
    rule: (days) =>
      days === null
        ? 'Never deleted'
        : `${inDays(days)}, and from the start of each running session. Older ticks are packed by month for instruments with sessions, runs or a pin, and deleted for all others`,
    retention: { kind: 'ticks', days: 35, min: 7 },
  },
  minutes: {
    name: 'Minutes received live',
    bytes: ({ ticks }) => sum(ticks.map(({ minuteBytes }) => minuteBytes)),
    rule: () => 'Never deleted: charts show them',
  },
  backtests: {
    name: 'Backtests',
    bytes: inTables('backtests'),
    rule: untilDays('they have'),
    retention: { kind: 'backtests', days: null, min: 1 },
  },
  optimizations: {
    name: 'Optimizations',
    bytes: inTables('optimizations'),
    rule: untilDays('they, or a row that was run in full, have'),
    retention: { kind: 'optimizations', days: null, min: 1 },
  },
  sessions: {
    name: 'Sessions',
    bytes: inTables('sessions'),
    rule: () => 'As long as their user and account: a session is replayed from its inputs',
  },
  journal: {
    name: 'Journals, orders and positions',
    bytes: inTables('journal'),
    rule: (_, { journalYears }) =>
      `Never deleted while their account exists, and for ${journalYears} years after that. The logs of brokers are read from them: the last ${BROKER_LOG_DAYS} days are shown, nothing else is kept of them`,
  },
  audit: { name: 'Audit log', bytes: inTables('audit'), rule: () => 'Never deleted' },
  notifications: {
    name: 'Notifications and mail',
    bytes: inTables('notifications'),
    rule: () => '90 days',
  },
  other: {
    name: 'Accounts, scripts and the queue',
    bytes: ({ tables }) => sum([...tables].map(([name, bytes]) => (KEPT_APART.has(name) ? 0 : bytes))),
    rule: () => 'Until their owners delete them',
  },
  backups: {
    name: 'Backups',
    bytes: ({ config }) => folderBytes(config.backups.folder),
    rule: () => 'See Backups. Files that have not changed are shared by all of them, and counted with each',
  },
  columns: {
    name: 'Prepared columns',
    bytes: inFolder('market', '.columns'),
    rule: () => 'At most 4 GB; made again when they are needed',
  },
  uploads: {
    name: 'Uploads and exports',
    bytes: async (measured) => (await inFolder('uploads')(measured)) + (await inFolder('exports')(measured)),
    rule: () => 'Until an upload is imported, and a day for exports. What a killed server left goes at its next start',
  },
} as const satisfies Readonly<Record<string, StorageKind>>

export type StorageKindName = keyof typeof STORAGE_KINDS

export const inDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
