import { moveDatabase, type MovedTable, NoDatabaseError, type Place, settingOf, undoMove } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { dataFolder } from '../data-folder.ts'
import { startMoveProgress } from '../move-progress.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly data?: string
  readonly json?: boolean
  readonly to?: string
  readonly undo?: boolean
  readonly yes?: boolean
}

/** The servers are stopped meanwhile. */
export function addDatabase(database: Command, terminal: Terminal): void {
  const moving = database
    .command('move')
    .description('Copy everything to another PostgreSQL, compare both sides, and mark the old one as moved')
  addOutputOptions(moving)
    .option('--to <place>', 'postgresql://user@host/database, which exists and is empty, or "embedded"')
    .option('--undo', 'use the database again that was moved away from, without what has happened since')
    .option('--yes', 'do not ask before --undo')
    .action((options: Options) => (options.undo === true ? undo(options, terminal) : move(options, terminal)))
}

async function move(options: Options, terminal: Terminal): Promise<void> {
  const [from, to] = [placeInUse(options), target(options)]
  const progress = startMoveProgress(terminal)
  const moved = await moveDatabase({ from, to, onProgress: progress.update })
    .catch((error: unknown) => {
      throw worded(error)
    })
    .finally(progress.stop)
  if (options.json === true) {
    terminal.out(`${JSON.stringify(moved)}\n`)
    return
  }
  terminal.out(tableOf(moved.tables))
  if (moved.tables.length === 0) terminal.err('Everything was there already: only the last step was left\n')
  terminal.err(`${moved.from} has moved to ${moved.to}, and both sides are the same\n`)
  terminal.err(`Before the next start: ${settingOf(moved.to)}\n`)
}

async function undo(options: Options, terminal: Terminal): Promise<void> {
  const place = placeInUse(options)
  await confirm(options.yes, 'What has happened since the move is not in this database. Use it again?')
  const { other } = await undoMove(place).catch((error: unknown) => {
    throw worded(error)
  })
  if (options.json === true) terminal.out(`${JSON.stringify({ other })}\n`)
  else terminal.err(`The database is in use again. Do not start a server with ${other} any more\n`)
}

/** The database that a server would start with. */
function placeInUse({ data }: Options): Place {
  return { dataDir: dataFolder(data), url: process.env['DATABASE_URL'] || undefined }
}

function target({ data, to }: Options): Place {
  const dataDir = dataFolder(data)
  if (to === 'embedded') return { dataDir }
  if (to !== undefined && /^postgres(ql)?:\/\//.test(to) && URL.canParse(to)) return { dataDir, url: to }
  throw new UserError('invalid-input', 'Say where with --to: postgresql://user@host/database, or embedded')
}

function tableOf(tables: readonly MovedTable[]): string {
  if (tables.length === 0) return ''
  const width = Math.max(...tables.map(({ name }) => name.length))
  const lines = tables.map(({ name, from, to }) =>
    [name.padEnd(width), ...[from, to].map(({ rows, md5 }) => `${String(rows).padStart(10)}  ${md5}`)].join('  '),
  )
  const head = `${'table'.padEnd(width)}  ${'rows'.padStart(10)}  ${'MD5 of the old'.padEnd(32)}  ${'rows'.padStart(10)}  MD5 of the new`
  return `${[head, ...lines].join('\n')}\n`
}

/** What PostgreSQL says about a lack of space, of rights or of an answer, as one line. */
function worded(error: unknown): unknown {
  if (error instanceof NoDatabaseError) return new UserError('invalid-input', error.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === '53100') return new UserError('disk', `Nothing was moved: no space is left on the disk of the target`)
  const isLost = code?.startsWith('57P') === true || code?.startsWith('08') === true || message.includes('terminated')
  if (isLost || code === 'ECONNRESET' || code === 'EPIPE') {
    return new UserError(
      'conflict',
      `A database went away (${message}): the old one is in use as before; repeat the move`,
    )
  }
  return error
}
