import { resolve } from 'node:path'
import { restoreBackup } from '@tradeloom/backup'
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
    .argument('<folder>', 'folder of the backup; with --until also the folder of all backups')
    .requiredOption('--data <dir>', 'data folder to create: missing or empty')
    .option('--until <time>', 'as it was at this moment of a running server, such as 2026-02-01T08:30:00Z; included')
    .option('--json', 'print a single JSON object and nothing else')
    .action((folder: string, options: Options) => restore(resolve(folder), options, terminal))
}

async function restore(folder: string, { data, until, json }: Options, terminal: Terminal): Promise<void> {
  if (data === undefined || data === '') throw new UserError('invalid-input', 'Say where with --data')
  const { record, at, faults, ...found } = await restoreBackup({
    folder,
    dataDir: resolve(data),
    until: until === undefined ? null : parseTime('--until', until),
  })
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
