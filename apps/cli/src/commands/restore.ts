import { resolve } from 'node:path'
import {
  isOffsite,
  openOffsite,
  readOffsiteSettings,
  restoreBackup,
  restoreOffsite,
  type RestoreResult,
} from '@tradeloom/backup'
import { UserError } from '@tradeloom/domain'
import type { Command } from 'commander'
import { parseTime } from '../options/parse-backtest-options.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly data?: string
  readonly until?: string
  readonly json?: boolean
}

/** Into a new folder only: what is there already is never replaced. */
export function addRestore(command: Command, terminal: Terminal): void {
  command
    .argument(
      '<place>',
      'folder of a backup, or of all: the newest; or s3://bucket/prefix, with or without the name of one',
    )
    .requiredOption('--data <dir>', 'data folder to create: missing or empty')
    .option('--until <time>', 'as it was at this moment of a running server, such as 2026-02-01T08:30:00Z; included')
    .option('--json', 'print a single JSON object and nothing else')
    .action((place: string, options: Options) => restore(place, options, terminal))
}

async function restore(place: string, { data, until, json }: Options, terminal: Terminal): Promise<void> {
  if (data === undefined || data === '') throw new UserError('invalid-input', 'Say where with --data')
  const wanted = until === undefined ? null : parseTime('--until', until)
  const { record, at, faults, ...found } = await restoreFrom(place, resolve(data), wanted)
  if (json === true) {
    terminal.out(`${JSON.stringify({ data: resolve(data), takenAt: record.takenAt, at, faults, ...found })}\n`)
    return
  }
  const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  terminal.out(`${resolve(data)} is as it was at ${time} UTC\n`)
  terminal.err(
    `${found.sessions} session(s) were stopped, ${found.accounts} account(s) open nothing until their owners let them trade ` +
      `again, and ${found.orders} order(s) that were in flight need to be checked\n`,
  )
  for (const fault of faults) terminal.err(`Not restored: ${fault}\n`)
  if (record.masterKey !== null) {
    terminal.err('Secrets such as exchange keys need the master key: "tradeloom key restore" with the printed groups\n')
  }
  terminal.err(`Start it with TRADELOOM_DATA=${resolve(data)}\n`)
}

/** At the end of the address of a backup in a store. */
const NAME = /\/(\d{8}T\d{6}Z)\/?$/

async function restoreFrom(place: string, dataDir: string, until: number | null): Promise<RestoreResult> {
  if (!isOffsite(place)) return restoreBackup({ folder: resolve(place), dataDir, until })
  const name = NAME.exec(place)?.[1] ?? null
  const settings = readOffsiteSettings(process.env, place.replace(NAME, ''))
  const offsite = await openOffsite(settings, { dataDir: null, makes: false })
  return restoreOffsite(offsite, { name, dataDir, until })
}
